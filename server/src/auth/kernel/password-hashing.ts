import { hash, verify } from '@node-rs/bcrypt';
import { type Call, hashInTurn } from './call.ts';
import { validationFailed } from './errors.ts';

/** bcrypt at Supabase's cost, so that hashes move both ways. */
const COST = 10;
/** Compared with where there is no account. Made at the start it would take 50 ms. */
const decoy = `$2b$${COST}$NIOS3Eyf07AQiFwqUrpj4eayZk9FmuPXXbyu4hSEaIX4TNx53gp3m`;
/** bcrypt reads no further (contract A0.9). */
export const MAX_PASSWORD_BYTES = 72;

/** @throws AuthError 400 validation_failed for a password of which bcrypt would ignore the end */
export function refuseTooLong(password: string): void {
  if (Buffer.byteLength(password) <= MAX_PASSWORD_BYTES) return;
  throw validationFailed(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
}

/** Hashes `password` in the native thread pool, without waiting for a turn. */
export const newPasswordHash = (password: string) => hash(password, { cost: COST, version: '2a' });

/** Returns true if `stored` is a hash of `password`. Without a hash it does the same work. */
export async function isPasswordOf(password: string, stored: string | null): Promise<boolean> {
  const same = await verify(password, stored || decoy);
  return same && Boolean(stored) && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}

/** Hashes `password` when the caller's turn has come. @throws AuthError 429 over_request_rate_limit */
export const hashPassword = (call: Call, password: string): Promise<string> =>
  hashInTurn(call, () => newPasswordHash(password));

/**
 * Returns true if `stored` is a hash of `password`, checked when it is the caller's turn. An account without a hash
 * costs the same work, so a caller cannot learn which accounts exist.
 * @throws AuthError 429 over_request_rate_limit
 */
export const matchesPassword = (call: Call, password: string, stored: string | null): Promise<boolean> =>
  hashInTurn(call, () => isPasswordOf(password, stored));
