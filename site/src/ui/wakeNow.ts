import { sayAwake, wake } from './wake.ts';
import type { Waker } from './wake.ts';

/** Wakes the one part that a page lives by (Asleep.astro), as soon as the page is there. */
export function wakeNow(waker: () => Promise<Waker>): void {
  const host = document.querySelector<HTMLElement>('[data-asleep]');
  if (host) wake(host, waker);
  sayAwake();
}
