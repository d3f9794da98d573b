import type { Caller } from '../../gateway/caller.ts';
import { queueOwner } from '../../gateway/queue-owner.ts';
import { FairQueue, type QueueOwner, QueueRefusal } from '../../queue/fair-queue.ts';
import { clientGone, tooManyWaiting } from '../errors.ts';

/** The number of requests that wait for a connection, in one queue and of one caller. */
const MAX_WAITING = 1000;
const MAX_WAITING_OF_ONE = 200;

interface Request {
  readonly caller: Caller;
  /** Returns true once the client has closed its connection. */
  readonly isGone: () => boolean;
}

/** Reports if there is enough memory for another answer to a caller. */
interface Room {
  hasRoom(caller: string): boolean;
  room(caller: string): Promise<void>;
}

/** Runs `work`, which takes a connection, when it is the caller's turn. */
export type WithConnection = <Answer>(request: Request, work: () => Promise<Answer>) => Promise<Answer>;

/**
 * Gives all callers three quarters of a pool's connections. One network gets a quarter unless `isLimited` is false, and
 * one user at most one connection less, whatever the network. A caller gets none while answers to it fill the memory.
 * Requests with the secret key have three quarters too and no limit of memory, so a flood of callers does not delay the
 * functions.
 */
export function shareConnections(connections: number, answers: Room, isLimited: boolean): WithConnection {
  const quarter = Math.max(1, Math.floor(connections / 4));
  const all = { running: connections - quarter, waiting: MAX_WAITING };
  const share = (running: number) => (isLimited ? { running, waiting: MAX_WAITING_OF_ONE } : all);
  const withSecretKey = new FairQueue({ ...all, perNetwork: all });
  const networks = new FairQueue({ ...all, perNetwork: share(quarter) });
  const users = new FairQueue({ ...all, running: Infinity, perNetwork: share(Math.max(1, quarter - 1)) });
  return async ({ caller, isGone }, work) => {
    const owner = connectionOwner(caller);
    const run = async () => {
      if (isGone()) throw clientGone();
      return { answer: await work() };
    };
    // Answers to requests before this one may have filled the memory while it was in the queue.
    const runInRoom = async () => (answers.hasRoom(owner.caller) ? run() : null);
    const inNetwork = () => networks.run(owner, runInRoom);
    const user = userOf(caller);
    try {
      if (caller.claims.role === 'service_role') return (await withSecretKey.run(owner, run)).answer;
      for (;;) {
        await answers.room(owner.caller);
        const result = await (user ? users.run({ network: user, caller: user }, inNetwork) : inNetwork());
        if (result) return result.answer;
      }
    } catch (error) {
      throw error instanceof QueueRefusal ? tooManyWaiting(error.reason) : error;
    }
  };
}

/** The caller's network, and in it the user or else the address. */
export function connectionOwner(caller: Caller): QueueOwner {
  const owner = queueOwner(caller);
  return { network: owner.network, caller: userOf(caller) ?? owner.caller };
}

/** Anonymous users cost nothing, so their network alone counts. */
const userOf = ({ claims: { sub, is_anonymous: isAnonymous } }: Caller): string | null =>
  sub === undefined || isAnonymous === true ? null : `user ${sub}`;
