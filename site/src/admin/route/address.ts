import { useMemo, useSyncExternalStore } from 'react';
import { readRoute, type Route } from './search.ts';

/** Sent when the admin area changes its own address; the browser's buttons send `popstate`. */
const CHANGED = 'solostead:address';

const search = () => location.search;

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** What the address says at this moment. */
export const presentRoute = (): Route => readRoute(search());

/** The address as path and query, to come back to. */
export const presentAddress = (): string => location.pathname + search();

/** Whether the address says where in the admin area to go. */
export const isBareAddress = (): boolean => search() === '';

/** What the address says, kept up to date: what is shown lives there, so it can be sent, kept and gone back to. */
export function useRoute(): Route {
  const present = useSyncExternalStore(subscribe, search, () => '');
  return useMemo(() => readRoute(present), [present]);
}

/** Shows this address of the admin area (path and query); `replace` leaves no step behind, `state` is kept with the step. */
export function goTo(href: string, how: 'push' | 'replace' = 'push', state: unknown = null): void {
  const url = new URL(href, location.origin);
  if (url.search === search()) return;
  history[how === 'push' ? 'pushState' : 'replaceState'](state, '', location.pathname + url.search);
  window.dispatchEvent(new Event(CHANGED));
}

/** Takes what a link brought behind the # out of the address. */
export function dropFragment(): void {
  if (location.hash) history.replaceState(history.state, '', presentAddress());
}
