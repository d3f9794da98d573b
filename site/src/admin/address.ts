import { useMemo, useSyncExternalStore } from 'react';

/** Sent when the admin area changes its own address; the browser's buttons send `popstate`. */
const CHANGED = 'solostead:address';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** The address's search part, kept up to date: what is shown lives there, so it can be sent, kept and gone back to. */
export function useAddress(): URLSearchParams {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Changes some of the address's parameters; null and '' remove. `replace` leaves no step to go back to. */
export function go(change: Readonly<Record<string, string | null>>, how: 'push' | 'replace' = 'push'): void {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  goTo(params, how);
}

/** Shows exactly these parameters; `state` is kept with the step in the browser's history. */
export function goTo(params: URLSearchParams, how: 'push' | 'replace' = 'push', state: unknown = null): void {
  const search = params.size > 0 ? `?${params}` : '';
  if (search === location.search) return;
  history[how === 'push' ? 'pushState' : 'replaceState'](state, '', location.pathname + search);
  window.dispatchEvent(new Event(CHANGED));
}
