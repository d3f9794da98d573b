import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { Row } from './data/shapes/row.ts';
import { Store } from './store.ts';

const target = new Store<Row | null>(null);

/** Returns the application that a screen has under the focus or reads, which commands act on. */
export const presentTarget = () => target.read();

export const useTarget = () => useSyncExternalStore(target.subscribe, target.read);

/** Makes an application the target of commands while it is given. */
export function useAsTarget(row: Row | null | undefined): void {
  useLayoutEffect(() => {
    if (!row) return undefined;
    target.set(row);
    return () => {
      if (target.read() === row) target.set(null);
    };
  }, [row]);
}
