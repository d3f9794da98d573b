/** A module that hydrates an island in the HTML. */
export interface Hydrator {
  hydrate: (host: HTMLElement) => void;
}

const LOST_AFTER_MS = 8_000;

/**
 * Loads the script of a deferred island (DeferredIsland.astro) and hydrates it. A button that posts without script is
 * disabled until the script has failed or is late, and then posts. Where there is none, a notice offers to load the
 * page again. A script that arrives late takes over.
 */
export function hydrate(host: HTMLElement, load: () => Promise<Hydrator>): void {
  if (host.dataset['hydrating']) return;
  host.dataset['hydrating'] = '1';
  const poster = host.querySelector<HTMLButtonElement>('[formaction]');
  const notice = (host.querySelector('dialog') ?? document).querySelector<HTMLElement>('[data-script-lost]');
  const showLost = (isLost: boolean) => {
    if (poster) poster.disabled = !isLost;
    if (notice) notice.hidden = !isLost;
  };
  const lose = () => showLost(true);
  showLost(false);
  const timer = setTimeout(lose, LOST_AFTER_MS);
  load()
    .finally(() => clearTimeout(timer))
    .then((module) => {
      // The button stays disabled until the script has taken it up.
      showLost(false);
      delete host.dataset['deferred'];
      module.hydrate(host);
    }, lose);
}

/** Tells layouts/WatchScripts.astro that the page's own script has arrived. */
export const reportLoaded = (): void => clearTimeout((self as { late?: number }).late);

/** Hydrates a page's only deferred island (DeferredIsland.astro) as soon as the page is there. */
export function hydrateNow(load: () => Promise<Hydrator>): void {
  const host = document.querySelector<HTMLElement>('[data-deferred]');
  if (host) hydrate(host, load);
  reportLoaded();
}

/** Returns the data that the page passed to a deferred island in its HTML (DeferredIsland.astro, `given`). */
export const islandProps = <Props>(host: HTMLElement): Props =>
  JSON.parse(host.dataset['given'] ?? '{}') as Props;
