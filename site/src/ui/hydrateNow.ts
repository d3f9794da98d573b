import { reportLoaded, hydrate } from './hydrate.ts';
import type { Hydrator } from './hydrate.ts';

/** Wakes the one part that a page lives by (Asleep.astro), as soon as the page is there. */
export function hydrateNow(load: () => Promise<Hydrator>): void {
  const host = document.querySelector<HTMLElement>('[data-deferred]');
  if (host) hydrate(host, load);
  reportLoaded();
}
