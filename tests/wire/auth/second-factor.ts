import type { GoTrueClient } from '@supabase/auth-js';
import type { TestServer } from '../../harness/servers/server.ts';
import { totp } from './totp.ts';
import { freshEmail, signedInClient } from './sign-in-methods/clients.ts';

type Options = Parameters<typeof signedInClient>[2];

/** Opens the client's methods for recovery codes. */
export const recoveryOption = { experimental: { recoveryCodes: true } } as const;

export const bearerOf = async (client: GoTrueClient): Promise<string> =>
  (await client.getSession()).data.session!.access_token;

/** A signed-in client with an enrolled, not yet verified authenticator. */
export async function enrolled(server: TestServer, friendlyName = 'phone', options: Options = {}) {
  const person = await signedInClient(server, freshEmail(), options);
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { ...person, factorId: data.id, secret: data.totp.secret, totp: data.totp };
}

/** The same, verified: the session is at aal2. */
export async function verified(server: TestServer, options: Options = {}) {
  const person = await enrolled(server, 'phone', options);
  const { factorId, secret, client } = person;
  const verify = () => client.mfa.challengeAndVerify({ factorId, code: totp(secret, -1) });
  // A slow answer may cross from one period into the next, once.
  const { error } = (await verify()).error ? await verify() : { error: null };
  if (error) throw error;
  return person;
}
