import type { Metadata } from '../../kernel/entities/account.rules.ts';
import { parseEmail } from '../../kernel/entities/address.rules.ts';

/** An address a provider vouches for (`isVerified`) or merely knows. */
export interface ProviderEmail {
  readonly address: string;
  readonly isVerified: boolean;
  readonly isPrimary: boolean;
}

/** A provider's data about a signed-in user. */
export interface ProviderProfile {
  /** The user's lasting id at the provider. */
  readonly subject: string;
  readonly emails: readonly ProviderEmail[];
  /** Becomes the identity's data and, on it, the user's metadata. */
  readonly claims: Metadata;
}

/** An identity at a provider, as the provider described it at this sign-in. */
export interface ExternalIdentity {
  /** The provider as identities name it (`google`, `web3`, `sso:<id>`). */
  readonly provider: string;
  readonly profile: ProviderProfile;
  /** True if users without an address may sign in. */
  readonly isEmailOptional: boolean;
}

/** Returns the address for a new account, preferring verified and primary ones, or null. */
export function candidateEmail(profile: ProviderProfile): ProviderEmail | null {
  const rank = (email: ProviderEmail) => (email.isVerified ? 2 : 0) + (email.isPrimary ? 1 : 0);
  return profile.emails.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** Names are foreign input. Characters that PostgreSQL cannot store are removed. */
export const providerText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() || undefined : undefined;

/** An address as accounts have them. One that is not valid is none, so that it neither finds nor makes an account. */
export function providerEmail(value: unknown): string | undefined {
  // With blanks around it, it is not the address that the provider verified.
  if (typeof value !== 'string' || value !== value.trim()) return undefined;
  try {
    return parseEmail(value);
  } catch {
    return undefined;
  }
}

/** Some providers send booleans as words. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** Members an identity's data has at every OpenID provider (OpenID Connect Core 5.1), absent ones left out. */
export function openIdProfile(claims: Metadata, issuer: string): ProviderProfile | null {
  const subject = providerText(claims['sub']);
  if (!subject) return null;
  const email = providerEmail(claims['email']);
  const name = providerText(claims['name']);
  const picture = providerText(claims['picture']);
  const isVerified = isTrue(claims['email_verified']);
  return {
    subject,
    emails: email ? [{ address: email, isVerified, isPrimary: true }] : [],
    claims: withoutAbsent({
      iss: providerText(claims['iss']) ?? issuer,
      sub: subject,
      provider_id: subject,
      email,
      email_verified: isVerified,
      phone_verified: false,
      name,
      full_name: name,
      preferred_username: providerText(claims['preferred_username']),
      picture,
      avatar_url: picture,
    }),
  };
}

export const withoutAbsent = (members: Metadata): Metadata =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
