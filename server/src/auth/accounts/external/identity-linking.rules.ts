import { type ProviderProfile, candidateEmail } from './provider-profile.rules.ts';

/** Accounts that an external identity may belong to, each by its user id. */
export interface KnownAccounts {
  /** The user who already has this identity. */
  readonly holder: string | null;
  /** Users with an identity of the same linking domain that holds one of the verified addresses. */
  readonly byIdentityEmail: readonly string[];
  /** Users (not from single sign-on) whose own address is one of the verified ones. */
  readonly byUserEmail: readonly string[];
  /** An account already has the candidate address, verified by the provider or not. */
  readonly isEmailTaken: boolean;
}

/**
 * The action for an external identity. `known` signs in its holder. `link` adds it to the account whose address it
 * proves. `create` makes an account with `email`, or null where the address is taken but not verified. `ambiguous`
 * refuses, because the verified addresses belong to several accounts.
 */
export type LinkingDecision =
  | { readonly step: 'known' | 'link'; readonly userId: string }
  | { readonly step: 'create'; readonly email: string | null }
  | { readonly step: 'ambiguous' };

/** Links by verified e-mail only. Each single sign-on provider is a separate linking domain, merged with no other. */
export function decideLinking(
  profile: ProviderProfile,
  known: KnownAccounts,
  isSingleSignOn: boolean,
): LinkingDecision {
  if (known.holder) return { step: 'known', userId: known.holder };
  const email = candidateEmail(profile);
  if (!profile.emails.some((candidate) => candidate.isVerified)) {
    return { step: 'create', email: known.isEmailTaken && !isSingleSignOn ? null : (email?.address ?? null) };
  }
  const owners = new Set(
    known.byIdentityEmail.length > 0 || isSingleSignOn ? known.byIdentityEmail : known.byUserEmail,
  );
  if (owners.size > 1) return { step: 'ambiguous' };
  const [userId] = owners;
  return userId ? { step: 'link', userId } : { step: 'create', email: email?.address ?? null };
}

/** The provider name of people who came by single sign-on, which is also their linking domain. */
export const ssoProviderName = (providerId: string): string => `sso:${providerId}`;
export const isSsoProvider = (provider: string): boolean => provider.startsWith('sso:');
