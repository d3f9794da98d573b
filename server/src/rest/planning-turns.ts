import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from '../queue/fair-queue.ts';

/** Resolves when work of `client` may run. */
export type TakeTurn = (client: string) => Promise<void>;

/**
 * Spreads work that blocks the event loop. One piece runs in each iteration of the loop, with clients in round-robin
 * order, so a client with much work delays only itself.
 */
export function planningTurns(): TakeTurn {
  const perNetwork = { running: 1, waiting: Infinity };
  const queue = new FairQueue({ running: 1, waiting: Infinity, perNetwork });
  return (client) =>
    new Promise((resolve) => {
      void queue.run({ network: client, caller: client }, () => {
        resolve();
        return nextTurn();
      });
    });
}
