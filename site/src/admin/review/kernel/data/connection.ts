import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Store } from '../store.ts';
import type { ErrorKind } from './review-error.ts';

const lost = new Store<ErrorKind | null>(null);

/** A request got no answer, or that of a busy server. */
export const connectionLost = (why: ErrorKind = 'offline') => lost.set(why);
/** A request was answered, whatever the answer. */
export const connectionFound = () => lost.set(null);

/** Returns why the last request got no answer, or null if it got one. */
export const useConnectionLost = () => useSyncExternalStore(lost.subscribe, lost.read);

/** Milliseconds between two reloads, because a request that alone stays unanswered would cause one after the other. */
const RELOAD_INTERVAL_MS = 15_000;

/**
 * Reloads everything shown when the connection is back, at once when the browser reports it, and only what failed after
 * a busy server.
 */
export function useReturnOfConnection(): void {
  const client = useQueryClient();
  useEffect(() => {
    let reloadedAt = -RELOAD_INTERVAL_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOffline = false;
    const reload = () => {
      reloadedAt = performance.now();
      const isAll = wasOffline;
      wasOffline = false;
      void client.invalidateQueries({
        predicate: ({ queryKey, state }) => !unasked.has(queryKey[0]) && (isAll || state.status === 'error'),
      });
    };
    // Not what was rendered last, because a loss and a return may come between two renders.
    const unsubscribe = lost.subscribe(() => {
      clearTimeout(timer);
      wasOffline ||= lost.read() === 'offline';
      if (!lost.read()) timer = setTimeout(reload, reloadedAt + RELOAD_INTERVAL_MS - performance.now());
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client]);
  const ask = useEffectEvent(() => void client.refetchQueries({ queryKey: ['updates'] }));
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    window.addEventListener('online', () => ask(), { signal });
    window.addEventListener('offline', () => connectionLost(), { signal });
    return () => gone.abort();
  }, []);
}

/** Keys of automatic queries, and of a queue with a fixed order. */
const unasked = new Set<unknown>(['updates', 'triage']);

interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly isPlaceholderData: boolean;
  readonly dataUpdatedAt: number;
}

/**
 * Returns the displayable data of a query, its own or else the previous data, marked `isOther`. A failed request
 * removes nothing. `at` is the load time in milliseconds.
 */
export function useLastLoaded<Data>({ data, isPlaceholderData, dataUpdatedAt }: Loaded<Data>) {
  const [last, setLast] = useState<{ data: Data; at: number } | null>(null);
  const isOwn = data !== undefined && !isPlaceholderData;
  if (isOwn && (last?.data !== data || last.at !== dataUpdatedAt)) setLast({ data, at: dataUpdatedAt });
  if (isOwn) return { data, isOther: false, at: dataUpdatedAt };
  return { data: data ?? last?.data, isOther: true, at: last?.at ?? 0 };
}
