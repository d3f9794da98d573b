import { argon2Sync, randomBytes, randomInt } from 'node:crypto';
import type { GoTrueClient } from '@supabase/auth-js';
import type { TestServer } from '../servers/server.ts';
import { totp } from '../identity/totp.ts';
import { freshEmail, signedInClient } from './clients.ts';

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

/** Creates a verified second factor, so that the session is at aal2. */
export async function verified(server: TestServer, options: Options = {}) {
  const person = await enrolled(server, 'phone', options);
  const { factorId, secret, client } = person;
  const verify = () => client.mfa.challengeAndVerify({ factorId, code: totp(secret, -1) });
  // A slow answer may cross from one period into the next, once.
  const { error } = (await verify()).error ? await verify() : { error: null };
  if (error) throw error;
  return person;
}

/** Creates a hash in the service's format at argon2id's lowest cost, because the usual one takes 25 ms. */
export function hashOfCode(code: string): string {
  const cost = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 };
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: code, nonce, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=8,t=1,p=1$${text(nonce)}$${text(tag)}`;
}

/** Gives an account a set of recovery codes like a moved one, without a request, a mail and ten costly hashes. */
export async function putCodes(server: TestServer, userId: string): Promise<{ id: string; codes: string[] }> {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const code = () => Array.from({ length: 16 }, () => letters[randomInt(32)]).join('');
  const codes = Array.from({ length: 10 }, code);
  const [set] = await server.sql<{ id: string }>(
    `with factor as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Recovery codes', 'recovery_code', 'verified', now(), now()) returning id),
     set as (
       insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id, created_at, updated_at)
       select gen_random_uuid(), $1, id, now(), now() from factor returning id, mfa_factor_id),
     codes as (
       insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, created_at)
       select gen_random_uuid(), set.id, hash, now() from set, unnest($2::text[]) as hash)
     select mfa_factor_id as id from set`,
    [userId, codes.map(hashOfCode)],
  );
  return { id: set!.id, codes };
}
