import { useMemo, useSyncExternalStore } from 'react';
import { readRoute, type Route } from './search.ts';

/** Sent when the admin area changes its address. The browser's buttons send `popstate`. */
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

/** Returns the route of the present address. */
export const presentRoute = (): Route => readRoute(search());

/** The address as path and query, to come back to. */
export const presentAddress = (): string => location.pathname + search();

/** Returns true if the address names no place in the admin area. */
export const isBareAddress = (): boolean => search() === '';

/** Returns the route of the address and follows it, so that every screen can be sent, stored and returned to. */
export function useRoute(): Route {
  const present = useSyncExternalStore(subscribe, search, () => '');
  return useMemo(() => readRoute(present), [present]);
}

/**
 * Goes to this address of the admin area (path and query). `replace` adds no history entry, `state` is stored with
 * it.
 */
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
