import { availableParallelism } from 'node:os';
import { hash, hashSync, verify } from '@node-rs/bcrypt';
import { requestRateLimited } from './errors.ts';

/** bcrypt at Supabase's cost, so that hashes move both ways. */
const COST = 10;
/** bcrypt reads no further (contract A0.9). */
export const MAX_PASSWORD_BYTES = 72;

/** A longer queue would wait for half a minute: further callers get 429. */
const MAX_WAITING = 100;
/** From so many in the queue on it is a flood, and each check is followed by a rest as long as itself. */
const FLOOD = 8;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash or not, so that a caller cannot learn which accounts exist. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/**
 * Hashing in the native thread pool, at most two at a time and one on machines of two cores, so that a flood of
 * sign-ins leaves the rest of the server its processor.
 */
export function createPasswords(parallel = Math.max(1, Math.min(2, availableParallelism() - 1))): Passwords {
  const limited = semaphore(parallel);
  const decoy = hashSync('no account has this password', { cost: COST });
  return {
    hash: (password) => limited(() => hash(password, { cost: COST, version: '2a' })),
    matches: async (password, stored) => {
      const same = await limited(() => verify(password, stored || decoy));
      return same && Boolean(stored) && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
    },
  };
}

/**
 * Lets `permits` tasks run at once; the others wait in the order they came. A flood gets half of the time, so that
 * other work of the server goes on.
 */
function semaphore(permits: number): <Answer>(task: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let free = permits;
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (task) => {
    if (waiting.length >= MAX_WAITING) throw requestRateLimited(1);
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const begun = performance.now();
    try {
      return await task();
    } finally {
      if (waiting.length < FLOOD) release();
      else setTimeout(release, performance.now() - begun);
    }
  };
}
