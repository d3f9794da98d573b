/** Returns the data that the page passed to a deferred island in its HTML (DeferredIsland.astro, `given`). */
export const islandProps = <Given>(host: HTMLElement): Given =>
  JSON.parse(host.dataset['given'] ?? '{}') as Given;
