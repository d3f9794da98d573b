import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hashOfCode } from '../../auth/second-factor.ts';
import type { TestServer } from '../../servers/server.ts';
import { signToken } from '../../identity/token.ts';

/** Part of the hash of a password, and of no request. */
export const SECRET = 'nobodymayseethisnobodymayseethisnobodymayseethisnobody';

/** An account whose credentials the attacker holds. */
export interface Person {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly refreshToken: string;
  /** The tokens of links in mails. */
  readonly hashes: readonly string[];
  /** Of an authenticator that is not verified yet, and its challenge. */
  readonly factorId: string;
  readonly challengeId: string;
  readonly identityId: string;
  /** A sign-in by code that came back, and one at a provider that is to come back. */
  readonly authCode: string;
  readonly flowState: string;
  readonly passkeyChallenges: { readonly registration: string; readonly authentication: string };
}

/**
 * An account that requires a second factor. The attacker knows its address, all ids, a used recovery code and a token
 * at aal1, like a caller with the password, but no code, link, refresh token or key.
 */
export interface Guarded {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly credentialId: string;
}

/** Known to the attacker, because its holder has used it. */
export const SPENT_CODE = 'aaaabbbbccccdddd';

const spentHash = hashOfCode(SPENT_CODE);
const unspentHash = hashOfCode(
  Array.from(randomBytes(16), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join(''),
);

const ACCOUNT = `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
    email_change, confirmation_sent_at, recovery_sent_at, email_change_sent_at)
  values (gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, now(), now(), now(), $3, now(), now(), now())
  returning id, email`;
const IDENTITY = `insert into auth.identities (user_id, provider_id, provider, identity_data, created_at, updated_at)
  select id, id::text, 'email', '{}', now(), now() from u returning id`;
const SESSION = `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  select gen_random_uuid(), id, now(), now(), 'aal1' from u returning id`;

/** An account with an address, an identity, an unverified factor, codes, flows under way and a session. */
export async function plantPerson(server: TestServer): Promise<Person> {
  const refreshToken = randomBytes(9).toString('hex').slice(0, 12);
  const authCode = randomUUID();
  const email = `${randomUUID()}@example.org`;
  const codeHash = createHash('sha224').update(`${email}123456`).digest('hex');
  const hashes = [codeHash, `pkce_${randomBytes(28).toString('hex')}`, randomBytes(28).toString('hex')];
  const [row] = (await server.sql(
    `with u as (${ACCOUNT}), i as (${IDENTITY}), s as (${SESSION}), f as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       select gen_random_uuid(), id, 'planted', 'totp', 'unverified', now(), now(), 'AAAAAAAAAAAAAAAA' from u
       returning id
     ), c as (
       insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
       select gen_random_uuid(), id, now(), '127.0.0.1' from f returning id
     ), r as (
       insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
       select $4, u.id, s.id, false, now(), now() from u, s
     ), o as (
       insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
       select gen_random_uuid(), u.id, t.type::auth.one_time_token_type, t.hash, u.email, now(), now()
       from u, unnest(array['confirmation_token', 'email_change_token_new', 'recovery_token'], $5::text[])
         as t (type, hash)
     ), oc as (
       insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
       select gen_random_uuid(), 'github', repeat('a', 43), now() returning id
     ), p as (
       insert into auth.flow_state (id, user_id, auth_code, auth_code_issued_at, code_challenge, code_challenge_method,
         provider_type, authentication_method, oauth_client_state_id, created_at, updated_at)
       select gen_random_uuid(), u.id, code, case when code is not null then now() end, repeat('a', 43), 'plain', 'github', 'oauth',
         oc.id, now(), now()
       from u, oc, unnest(array[null, $6]) as t (code) returning id, auth_code
     ), w as (
       insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
       select id, t.type, '{"challenge":"AAAA"}', now() + interval '5 min'
       from u, unnest(array['registration', 'authentication']) as t (type) returning id, challenge_type
     )
     select u.id, s.id as session, f.id as "factorId", c.id as "challengeId", i.id as "identityId",
       (select id from p where auth_code is null) as "flowState",
       (select json_object_agg(challenge_type, id) from w) as "passkeyChallenges"
     from u, s, f, c, i`,
    [email, SECRET, `${randomUUID()}@example.org`, refreshToken, hashes, authCode],
  )) as [Person & { session: string }];
  return { ...row, token: tokenAtAal1(row), email, refreshToken, hashes, authCode };
}

/** An account with a verified factor and its challenge, recovery codes, a passkey and its challenges, and a session at aal1. */
export async function plantGuarded(server: TestServer): Promise<Guarded> {
  const email = `${randomUUID()}@example.org`;
  const credential = randomBytes(16);
  const [row] = (await server.sql(
    `with u as (${ACCOUNT}), i as (${IDENTITY}), s as (${SESSION}), f as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       select gen_random_uuid(), id, t.type::text, t.type, 'verified', now(), now(), t.secret
       from u, (values ('totp'::auth.factor_type, $4), ('recovery_code', null)) as t (type, secret)
       returning id, user_id, factor_type
     ), c as (
       insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
       select gen_random_uuid(), id, now(), '127.0.0.1' from f where factor_type = 'totp'
     ), cs as (
       insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id)
       select gen_random_uuid(), user_id, id from f where factor_type = 'recovery_code' returning id
     ), rc as (
       insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash, consumed_at)
       select gen_random_uuid(), cs.id, t.hash, t.at from cs, (values ($5, now()), ($6, null)) as t (hash, at)
     ), p as (
       insert into auth.webauthn_credentials (user_id, credential_id, public_key) select id, $7, '\\x00' from u
     ), w as (
       insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
       select id, t.type, '{"challenge":"AAAA"}', now() + interval '5 min'
       from u, unnest(array['registration', 'authentication']) as t (type)
     )
     select u.id, s.id as session from u, s`,
    [email, SECRET, null, randomSecret(), spentHash, unspentHash, credential],
  )) as [{ id: string; session: string }];
  return { id: row.id, email, token: tokenAtAal1(row), credentialId: credential.toString('base64url') };
}

const tokenAtAal1 = ({ id, session: session_id }: { id: string; session: string }): string =>
  signToken({ sub: id, session_id, aal: 'aal1', amr: [{ method: 'password', timestamp: 1 }] });

const randomSecret = (): string =>
  Array.from(randomBytes(32), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');

/** Every id of an account that a route could name. */
export async function idsOf(server: TestServer, id: string): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select id::text from auth.mfa_factors where user_id = $1
     union all select c.id::text from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
       where f.user_id = $1
     union all select id::text from auth.identities where user_id = $1
     union all select id::text from auth.webauthn_credentials where user_id = $1
     union all select id::text from auth.webauthn_challenges where user_id = $1`,
    [id],
  );
  return [id, ...rows.map((row) => row.id)];
}

/** Returns the state of a guarded account that only the secret key may change. */
export async function stateOf(server: TestServer, { id }: Guarded): Promise<string> {
  const [row] = await server.sql<{ state: string }>(
    `select json_build_array(u.email, u.phone, u.encrypted_password, u.email_change, u.banned_until, u.deleted_at, u.role,
       u.raw_app_meta_data,
       (select json_agg(json_build_array(f.id, f.status, f.secret) order by f.id) from auth.mfa_factors f
         where f.user_id = u.id),
       (select json_agg(json_build_array(c.id, c.consumed_at) order by c.id) from auth.mfa_recovery_codes c
         join auth.mfa_recovery_code_sets s on s.id = c.mfa_recovery_code_set_id where s.user_id = u.id),
       (select json_agg(i.id order by i.id) from auth.identities i where i.user_id = u.id),
       (select json_agg(json_build_array(w.id, w.sign_count) order by w.id) from auth.webauthn_credentials w
         where w.user_id = u.id),
       (select count(*) from auth.sessions s where s.user_id = u.id and s.aal <> 'aal1'))::text as state
     from auth.users u where u.id = $1`,
    [id],
  );
  return row?.state ?? 'gone';
}
