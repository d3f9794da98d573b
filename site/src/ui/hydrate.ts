/** A module that hydrates an island in the HTML. */
export interface Hydrator {
  hydrate: (host: HTMLElement) => void;
}

/** The error of a failed import. `isRemembered` means that this page cannot retry (build/light-preload.mjs). */
interface ImportError extends Error {
  isRemembered?: boolean;
}

const LOST_AFTER_MS = 8_000;
const ASK_AGAIN_AFTER_MS = 4_000;

/**
 * Loads the script of a deferred island (DeferredIsland.astro) and hydrates it. A button that posts without script is
 * disabled until the script has failed or is late, and then posts. Where there is none, a notice explains the failure
 * and offers a retry, and the script is requested again while its dialog is open.
 */
export function hydrate(host: HTMLElement, load: () => Promise<Hydrator>): void {
  if (host.dataset['hydrating']) return;
  const poster = host.querySelector<HTMLButtonElement>('[formaction]');
  const dialog = host.querySelector('dialog');
  const notice = (dialog ?? document).querySelector<HTMLElement>('[data-script-lost]');
  const showLost = (isLost: boolean) => {
    if (poster) poster.disabled = !isLost;
    if (notice) notice.hidden = !isLost;
  };
  const again = () => {
    hydrate(host, load);
    return false;
  };
  host.dataset['hydrating'] = '1';
  if (!host.dataset['lost']) showLost(false);
  const lose = (error?: ImportError) => {
    host.dataset['lost'] = '1';
    showLost(true);
    const link = notice?.querySelector('a');
    // Else the link loads the page again; each answer takes the place of the one before.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    if (link) link.onclick = error && !error.isRemembered ? again : null;
    if (!error) return;
    delete host.dataset['hydrating'];
    if (notice && dialog?.open && !error.isRemembered) setTimeout(again, ASK_AGAIN_AFTER_MS);
  };
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
export const islandProps = <Given>(host: HTMLElement): Given =>
  JSON.parse(host.dataset['given'] ?? '{}') as Given;
