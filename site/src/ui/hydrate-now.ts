import { reportLoaded, hydrate, type Hydrator } from './hydrate.ts';

/** Hydrates a page's only deferred island (DeferredIsland.astro) as soon as the page is there. */
export function hydrateNow(load: () => Promise<Hydrator>): void {
  const host = document.querySelector<HTMLElement>('[data-deferred]');
  if (host) hydrate(host, load);
  reportLoaded();
}
