import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { signToken } from '../../harness/identity/token.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { type Attack, attacksOn } from './hostile-bodies.ts';

const CLIENTS = 8;
const WAVE = 200;
/** Stands in the hash of a password and in no request. */
const SECRET = 'nobodymayseethisnobodymayseethisnobodymayseethisnobody';

interface Person {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly refreshToken: string;
  readonly hashes: readonly string[];
}

/**
 * Sends `requests` hostile requests to every endpoint of a server of its own; answers what went wrong: a 5xx, no
 * answer, a refusal that is no JSON, or a secret shown.
 */
export async function fuzzAuth(
  requests: number,
  seed: number,
  only: (endpoint: Endpoint) => boolean = () => true,
): Promise<readonly string[]> {
  const server = await startServer({
    env: { SUPABASE_CONFIG: 'tests/fixtures/auth/everything.toml', TRUSTED_PROXIES: '127.0.0.1, ::1' },
  });
  const findings: string[] = [];
  try {
    for (const endpoint of endpoints.filter(only))
      findings.push(...(await attack(server, endpoint, requests, seed)));
  } finally {
    await server.stop();
  }
  return findings;
}

async function attack(
  server: TestServer,
  endpoint: Endpoint,
  requests: number,
  seed: number,
): Promise<string[]> {
  const findings: string[] = [];
  for (let sent = 0; sent < requests; sent += WAVE) {
    const person = await plantPerson(server);
    const target = { ...person, ids: await idsOf(server, person) };
    const wave = fc.sample(attacksOn(endpoint, target), {
      numRuns: Math.min(WAVE, requests - sent),
      seed: seed + sent,
    });
    const next = wave.values();
    const attacker = async (): Promise<void> => {
      for (const hostile of next) {
        const finding = await judge(server, endpoint, hostile, person);
        if (finding) findings.push(finding);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, attacker));
  }
  return findings;
}

/** A victim: an account with an address, an identity, a factor, codes and a session. */
async function plantPerson(server: TestServer): Promise<Person> {
  const refreshToken = randomBytes(9).toString('hex').slice(0, 12);
  const email = `${randomUUID()}@example.org`;
  const codeHash = createHash('sha224').update(`${email}123456`).digest('hex');
  const hashes = [codeHash, `pkce_${randomBytes(28).toString('hex')}`, randomBytes(28).toString('hex')];
  const [{ id, session }] = (await server.sql(
    `with u as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
         email_change, confirmation_sent_at, recovery_sent_at, email_change_sent_at)
       values (gen_random_uuid(), 'authenticated', 'authenticated', $4, $1, now(),
         now(), now(), gen_random_uuid() || '@example.org', now(), now(), now())
       returning id, email
     ), i as (
       insert into auth.identities (user_id, provider_id, provider, identity_data, created_at, updated_at)
       select id, id::text, 'email', '{}', now(), now() from u
     ), f as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       select gen_random_uuid(), id, 'planted', 'totp', 'unverified', now(), now(), 'AAAAAAAAAAAAAAAA' from u
     ), s as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal)
       select gen_random_uuid(), id, now(), now(), 'aal1' from u returning id
     ), r as (
       insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
       select $2, u.id, s.id, false, now(), now() from u, s
     ), o as (
       insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
       select gen_random_uuid(), u.id, t.type::auth.one_time_token_type, t.hash, u.email, now(), now()
       from u, unnest(array['confirmation_token', 'recovery_token', 'email_change_token_new'], $3::text[])
         as t (type, hash)
     )
     select u.id, s.id as session from u, s`,
    [SECRET, refreshToken, hashes, email],
  )) as [{ id: string; session: string }];
  const token = signToken({ sub: id, session_id: session, aal: 'aal1', amr: [] });
  return { id, token, email, refreshToken, hashes };
}

async function idsOf(server: TestServer, { id }: Person): Promise<string[]> {
  const rows = await server.sql<{ id: string }>(
    `select id::text from auth.mfa_factors where user_id = $1
     union all select id::text from auth.identities where user_id = $1
     union all (select id::text from auth.users order by created_at desc limit 5)`,
    [id],
  );
  return [id, ...rows.map((row) => row.id)];
}

async function judge(
  server: TestServer,
  endpoint: Endpoint,
  hostile: Attack,
  person: Person,
): Promise<string | null> {
  const { status, text } = await send(server, endpoint, hostile, person).catch((error: Error) => ({
    status: 0,
    text: String(error.cause ?? error),
  }));
  const isJson = status < 400 || text === '' || text.startsWith('{');
  if (status > 0 && status < 500 && isJson && !text.includes(SECRET)) return null;
  return `${status} ${text.slice(0, 200)} to ${endpoint.method} ${JSON.stringify(hostile).slice(0, 600)}`;
}

async function send(
  server: TestServer,
  endpoint: Endpoint,
  { path, body, headers }: Attack,
  person: Person,
): Promise<{ status: number; text: string }> {
  const bearer = { anon: null, person: person.token, secret: server.secretKey }[endpoint.as];
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method: endpoint.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    headers: {
      ...headers,
      apikey: endpoint.as === 'secret' ? server.secretKey : server.publishableKey,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}
