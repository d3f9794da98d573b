import { z } from 'zod';
import {
  providerEmail,
  providerText,
  withoutAbsent,
  type ProviderProfile,
} from '../../accounts/external/provider-profile.rules.ts';

/** Of `GET /user` in GitHub's REST API. */
export const githubUser = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

/** Of `GET /user/emails`. */
export const githubEmail = z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() });

/** Converts a GitHub account to the common profile. The number is the permanent id, the login can change. */
export function githubProfile(
  user: z.infer<typeof githubUser>,
  emails: readonly z.infer<typeof githubEmail>[],
  issuer: string,
): ProviderProfile {
  const subject = String(user.id);
  const addresses = emails.flatMap(({ email, primary, verified }) => {
    const address = providerEmail(email);
    return address ? [{ address, isVerified: verified, isPrimary: primary }] : [];
  });
  const primary = addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0];
  const name = providerText(user.name);
  const login = providerText(user.login);
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
      user_name: login,
      preferred_username: login,
      avatar_url: providerText(user.avatar_url),
    }),
  };
}
