import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import { semaphore } from './semaphore.ts';

/** bcrypt at Supabase's cost, so that hashes move both ways. */
const COST = 10;
/** What a password is compared with where there is no account; made here, it would take 50 ms of each start. */
const decoy = `$2b$${COST}$NIOS3Eyf07AQiFwqUrpj4eayZk9FmuPXXbyu4hSEaIX4TNx53gp3m`;
/** bcrypt reads no further (contract A0.9). */
export const MAX_PASSWORD_BYTES = 72;

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
  return {
    hash: (password) => limited(() => hash(password, { cost: COST, version: '2a' })),
    matches: async (password, stored) => {
      const same = await limited(() => verify(password, stored || decoy));
      return same && Boolean(stored) && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
    },
  };
}
