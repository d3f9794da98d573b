import type { UserRow } from '../../kernel/entities/account.rules.ts';
import type { TokenType } from '../codes/one-time-code.rules.ts';

/**
 * Knowledge about an account's owner. `unproven` accounts have an address or number and no answered mail or message.
 * `invited` ones are the same with an administrator's invitation or a role. `nameless` ones have sessions only. The
 * holder of a `proven` account has shown that an address or number belongs to them.
 */
export type AccountState = 'unproven' | 'invited' | 'nameless' | 'proven';

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
  switch (token) {
    case 'confirmation_token':
      return type === 'sms' || type === 'invite' ? type : 'signup';
    case 'recovery_token':
      return type === 'recovery' ? 'recovery' : 'magiclink';
    case 'email_change_token_new':
    case 'email_change_token_current':
      return 'email_change';
    case 'phone_change_token':
      return 'phone_change';
    case 'reauthentication_token':
      return null;
  }
}
