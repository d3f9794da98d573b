import type { UserRow } from '../../kernel/entities/account.rules.ts';
import { isExpired } from '../codes/one-time-code.rules.ts';
import { accountState, type AccountState } from './proof.rules.ts';

/** A request that begins the first proof of an account without a session. */
export type ProofRequest = 'signup' | 'otp' | 'resend';

/** The mail that such a request sends to a known account, or null. */
export type Sent = 'confirmation' | 'invitation' | 'sign-in' | null;

/**
 * The code that each request sends (contract A1.12). An invited account gets its invitation again, so that no request
 * replaces an open one. A proven account may have a second, unconfirmed address, which /resend is about.
 */
export const sentOn: Readonly<Record<ProofRequest, Readonly<Record<AccountState, Sent>>>> = {
  signup: { unproven: 'confirmation', invited: 'invitation', nameless: null, proven: null },
  otp: { unproven: 'confirmation', invited: 'invitation', nameless: null, proven: 'sign-in' },
  resend: { unproven: 'confirmation', invited: 'invitation', nameless: null, proven: 'confirmation' },
};

/** Returns true if a code for the account's first proof is still valid at `now` (milliseconds). */
export function hasOpenProof(user: UserRow, lifeSeconds: number, now: number): boolean {
  return !user.confirmed_at && !isExpired(user, 'confirmation_token', lifeSeconds, now);
}

interface Pending {
  readonly user: UserRow;
  readonly isOpen: boolean;
  /** The given password is the one that the account waits with. */
  readonly isSame: boolean;
}

/**
 * Returns the password that an account waits with once a request has begun its proof, with a password (`given`, a
 * hash) or without one (null). The reader of the mail cannot see which request sent it. A password therefore stays
 * only while every request of the open proof came with it (contract A1.12).
 */
export function pendingPassword({ user, isOpen, isSame }: Pending, given: string | null): string | null {
  const present = user.encrypted_password || null;
  if (accountState(user) !== 'unproven') return present;
  if (given === null) return null;
  if (!isOpen) return given;
  return isSame ? present : null;
}
