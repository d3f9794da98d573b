import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { FairQueue, type QueueOwner, QueueRefusal } from '../../queue/fair-queue.ts';
import { requestRateLimited } from './errors.ts';

/** A longer queue would wait for half a minute. */
const MAX_WAITING = 100;
/** A refusal is answered after this time. A client that asks again at once would otherwise take as much of the processor as checks do. */
const REFUSAL_DELAY_MS = 1_000;
/** The number of waiting tasks that counts as a flood. */
const FLOOD_LENGTH = 8;

/** Runs `task` when the turn of `owner` has come. @throws AuthError 429 over_request_rate_limit */
export type HashingQueue = <Answer>(owner: QueueOwner, task: () => Promise<Answer>) => Promise<Answer>;

/**
 * The queue for everything that hashes a secret. It runs at most two tasks at a time, one on machines with two cores.
 * A network gets one of them and half of the places. A flood rests after each of its tasks, so that it takes half of
 * one processor.
 * @param count called for each task that begins
 */
export function createHashingQueue(
  count: () => void = () => {},
  parallel = Math.max(1, Math.min(2, availableParallelism() - 1)),
): HashingQueue {
  const perNetwork = { running: 1, waiting: MAX_WAITING / 2 };
  const queue = new FairQueue({
    running: parallel,
    waiting: MAX_WAITING,
    perNetwork,
    restFrom: FLOOD_LENGTH,
  });
  return (owner, task) => {
    const counted = () => {
      count();
      return task();
    };
    return queue.run(owner, counted).catch(async (error: unknown) => {
      if (!(error instanceof QueueRefusal)) throw error;
      await pause(REFUSAL_DELAY_MS);
      throw requestRateLimited(1);
    });
  };
}
