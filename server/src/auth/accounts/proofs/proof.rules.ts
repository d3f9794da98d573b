import type { UserRow } from '../../kernel/entities/account.rules.ts';
import type { TokenType } from '../codes/one-time-code.rules.ts';

/**
 * What is known about who owns an account:
 * - `unproven`: it has an address or number, and no mail or message to it was answered;
 * - `invited`: the same, and an administrator invited its address or gave it a role;
 * - `nameless`: it has neither an address nor a number, only sessions;
 * - `proven`: its holder has shown that an address or number of it is theirs.
 */
export type AccountState = 'unproven' | 'invited' | 'nameless' | 'proven';

/** The state of an account, from its row alone. */
export function accountState(user: UserRow): AccountState {
  if (user.confirmed_at) return 'proven';
  if (!user.email && !user.phone) return 'nameless';
  return user.invited_at ? 'invited' : 'unproven';
}

/** How the holder shows that an account is theirs. `provider`: a verified address of OAuth, an ID token or SAML. */
export type Proof =
  | 'signup'
  | 'sms'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change'
  | 'phone_change'
  | 'provider'
  | 'administrator';

/** The proofs that a code or link brings that was sent. */
export type SentProof = Exclude<Proof, 'provider' | 'administrator'>;

export interface ProofOutcome {
  readonly password: 'kept' | 'dropped';
  /** `own`: those of the account's own address and number stay; `proven`: the one that was just shown stays alone. */
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
 * What a proof makes of the password, the identities and the open flows of the account (contract A1.11). Whatever an
 * account had before its first proof may be another person's.
 */
export const proofOutcomes: Readonly<Record<Proof, Readonly<Record<AccountState, ProofOutcome>>>> = {
  signup: { unproven: withPassword, invited: emptied, ...known },
  sms: { unproven: withPassword, invited: emptied, ...known },
  invite: { unproven: emptied, invited: emptied, ...known },
  magiclink: { unproven: emptied, invited: emptied, ...known },
  recovery: { unproven: emptied, invited: emptied, ...known },
  email_change: { unproven: emptied, invited: emptied, ...known },
  phone_change: { unproven: emptied, invited: emptied, ...known },
  provider: { unproven: taken, invited: taken, ...known },
  administrator: { unproven: asItIs, invited: asItIs, ...known },
};

/** The proof that a token kept as `token` brings when it is redeemed as the `type` of /verify; null: none. */
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
