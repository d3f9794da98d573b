import type { UserRow } from '../../kernel/entities/account.rules.ts';
import { isExpired } from '../codes/one-time-code.rules.ts';
import { accountState, type AccountState } from './proof.rules.ts';

/** A request that begins the first proof of an account without a session. */
export type ProofRequest = 'signup' | 'otp' | 'resend';

/** What such a request sends to an account that is known; null: nothing. */
export type Sent = 'confirmation' | 'invitation' | 'sign-in' | null;

/**
 * Which code each request sends (contract A1.12). An invited account is sent its invitation again, so that no request
 * replaces an open one. A proven account may have a second address that is not confirmed, which /resend is about.
 */
export const sentOn: Readonly<Record<ProofRequest, Readonly<Record<AccountState, Sent>>>> = {
  signup: { unproven: 'confirmation', invited: 'invitation', nameless: null, proven: null },
  otp: { unproven: 'confirmation', invited: 'invitation', nameless: null, proven: 'sign-in' },
  resend: { unproven: 'confirmation', invited: 'invitation', nameless: null, proven: 'confirmation' },
};

/** Whether a code that would prove the account for the first time is still good at `now` (milliseconds). */
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
 * The password that an account waits with once a request with (`given`, a hash) or without one (null) has begun its
 * proof. The reader of the mail or message cannot tell which request sent it, so a password stays only while every
 * request of the open proof came with it: one that came without it, or with another, leaves none (contract A1.12).
 */
export function pendingPassword({ user, isOpen, isSame }: Pending, given: string | null): string | null {
  const present = user.encrypted_password || null;
  if (accountState(user) !== 'unproven') return present;
  if (given === null) return null;
  if (!isOpen) return given;
  return isSame ? present : null;
}
