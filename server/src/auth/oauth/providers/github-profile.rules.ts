import { withoutAbsent, type ProviderProfile } from '../../accounts/external/provider-profile.rules.ts';

/** Of `GET /user` in GitHub's REST API. */
export interface GithubUser {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatar_url?: string;
}

/** Of `GET /user/emails`. */
export interface GithubEmail {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/** A GitHub account in the shape all providers share; the number is the lasting id, the login can change. */
export function githubProfile(
  user: GithubUser,
  emails: readonly GithubEmail[],
  issuer: string,
): ProviderProfile {
  const subject = String(user.id);
  const addresses = emails.map(({ email, primary, verified }) => ({
    address: email.toLowerCase(),
    isVerified: verified,
    isPrimary: primary,
  }));
  const primary = addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0];
  const name = user.name ?? undefined;
  return {
    subject,
    emails: addresses,
    claims: withoutAbsent({
      iss: issuer,
      sub: subject,
      provider_id: subject,
      email: primary?.address,
      email_verified: primary?.isVerified ?? false,
      phone_verified: false,
      name,
      full_name: name,
      user_name: user.login,
      preferred_username: user.login,
      avatar_url: user.avatar_url,
    }),
  };
}
