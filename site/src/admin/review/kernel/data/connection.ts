import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';

const listeners = new Set<() => void>();
let isLost = false;

function change(lost: boolean): void {
  if (lost === isLost) return;
  isLost = lost;
  listeners.forEach((listener) => listener());
}

/** A request got no answer. */
export const connectionLost = () => change(true);
/** A request was answered, whatever the answer. */
export const connectionFound = () => change(false);

function subscribe(listener: () => void): () => void {
  // The first listens for all, until the last is gone.
  if (listeners.size === 0) window.addEventListener('offline', connectionLost);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('offline', connectionLost);
  };
}

/** Returns true if the last request got no answer. */
export const useConnectionLost = () => useSyncExternalStore(subscribe, () => isLost);

/** Milliseconds between two reloads, because a request that alone stays unanswered would cause one after the other. */
const RELOAD_INTERVAL_MS = 15_000;

/** Reloads everything shown when the connection is back, at once when the browser reports it. */
export function useReturnOfConnection(): void {
  const client = useQueryClient();
  const lost = useConnectionLost();
  const wasLost = useRef(false);
  const reloadedAt = useRef(-RELOAD_INTERVAL_MS);
  useEffect(() => {
    const isBack = wasLost.current && !lost;
    wasLost.current = lost;
    if (!isBack) return undefined;
    const reload = () => {
      reloadedAt.current = performance.now();
      void client.invalidateQueries({ predicate: ({ queryKey }) => !unasked.has(queryKey[0]) });
    };
    const timer = setTimeout(reload, reloadedAt.current + RELOAD_INTERVAL_MS - performance.now());
    return () => clearTimeout(timer);
  }, [client, lost]);
  const ask = useEffectEvent(() => void client.refetchQueries({ queryKey: ['pulse'] }));
  useEffect(() => {
    const handleOnline = () => ask();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, []);
}

/** Keys of automatic queries, and of a queue with a fixed order. */
const unasked = new Set<unknown>(['pulse', 'triage']);

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
