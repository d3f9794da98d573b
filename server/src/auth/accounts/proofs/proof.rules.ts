import type { UserRow } from '../../kernel/entities/account.rules.ts';
import { type TokenType, isExpired } from '../codes/one-time-code.rules.ts';

/**
 * Knowledge about an account's owner. `unproven` accounts have an address or number and no answered mail or message.
 * `invited` ones are the same with an administrator's invitation or a role. `nameless` ones have sessions only. The
 * holder of a `proven` account has shown that an address or number belongs to them.
 */
type AccountState = 'unproven' | 'invited' | 'nameless' | 'proven';

/** The state of an account, from its row alone. */
export function accountState(user: UserRow): AccountState {
  if (user.confirmed_at) return 'proven';
  if (!user.email && !user.phone) return 'nameless';
  return user.invited_at ? 'invited' : 'unproven';
}

export interface ProofOutcome {
  readonly password: 'kept' | 'dropped';
  /** `own` keeps those of the account's own address and number. `proven` keeps only the one that was just shown. */
  readonly identities: 'kept' | 'own' | 'proven';
  /** Codes that were sent, and sign-ins and links that left for a provider. */
  readonly openFlows: 'kept' | 'ended';
}

const asItIs: ProofOutcome = { password: 'kept', identities: 'kept', openFlows: 'kept' };
const emptied: ProofOutcome = { password: 'dropped', identities: 'own', openFlows: 'ended' };
const taken: ProofOutcome = { ...emptied, identities: 'proven' };
const withPassword: ProofOutcome = { ...emptied, password: 'kept' };

/** A change of address or number is begun in a session, which a nameless account's owner alone has. */
const known = { nameless: asItIs, proven: asItIs } as const;

/**
 * The effect of a proof on the account's password, identities and open flows (contract A1.11). Anything from before
 * the first proof may be another person's.
 */
export const proofOutcomes = {
  signup: { unproven: withPassword, invited: emptied, ...known },
  sms: { unproven: withPassword, invited: emptied, ...known },
  invite: { unproven: emptied, invited: emptied, ...known },
  magiclink: { unproven: emptied, invited: emptied, ...known },
  recovery: { unproven: emptied, invited: emptied, ...known },
  email_change: { unproven: emptied, invited: emptied, ...known },
  phone_change: { unproven: emptied, invited: emptied, ...known },
  provider: { unproven: taken, invited: taken, ...known },
  administrator: { unproven: asItIs, invited: asItIs, ...known },
} satisfies Record<string, Record<AccountState, ProofOutcome>>;

/** The holder's way to prove an account. `provider` means a verified address of OAuth, an ID token or SAML. */
export type Proof = keyof typeof proofOutcomes;

/** The proofs that a code or link brings that was sent. */
export type SentProof = Exclude<Proof, 'provider' | 'administrator'>;

/** Returns the proof of a token stored as `token` and redeemed as the `type` of /verify, or null. */
export function proofOfToken(token: TokenType, type: string): SentProof | null {
  if (token === 'confirmation_token') return type === 'sms' || type === 'invite' ? type : 'signup';
  if (token === 'recovery_token') return type === 'recovery' ? 'recovery' : 'magiclink';
  if (token === 'phone_change_token') return 'phone_change';
  return token === 'reauthentication_token' ? null : 'email_change';
}

/** A request that begins the first proof of an account without a session. */
type ProofRequest = 'signup' | 'otp' | 'resend';

/** The mail that such a request sends to a known account, or null. */
type Sent = 'confirmation' | 'invitation' | 'sign-in' | null;

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
export const hasOpenProof = (user: UserRow, lifeSeconds: number, now: number): boolean =>
  !user.confirmed_at && !isExpired(user, 'confirmation_token', lifeSeconds, now);

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
export function pendingPassword(
  { user, isOpen, isSame }: Pending,
  newPassword: string | null,
): string | null {
  const present = user.encrypted_password || null;
  if (accountState(user) !== 'unproven') return present;
  if (newPassword === null) return null;
  if (!isOpen) return newPassword;
  return isSame ? present : null;
}
