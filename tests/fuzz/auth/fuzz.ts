import * as fc from 'fast-check';
import { startServer, type TestServer } from '../../harness/server.ts';
import { signToken } from '../../harness/token.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { type Attack, attacksOn } from './hostile-bodies.ts';

const CLIENTS = 8;
const WAVE = 200;
/** Stands in the hash of a password and in no request. */
const SECRET = 'nobodymayseethisnobodymayseethisnobodymayseethisnobody';

interface Person {
  readonly id: string;
  readonly token: string;
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
  const server = await startServer({ env: { SUPABASE_CONFIG: 'tests/fixtures/auth/everything.toml' } });
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
    const ids = await idsOf(server, person);
    const wave = fc.sample(attacksOn(endpoint, ids), {
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

/** Somebody with an address, an identity, a factor and a session, until the attack has its way with them. */
async function plantPerson(server: TestServer): Promise<Person> {
  const [{ id, session }] = (await server.sql(
    `with u as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at)
       values (gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.org', $1, now(),
         now(), now())
       returning id
     ), i as (
       insert into auth.identities (user_id, provider_id, provider, identity_data, created_at, updated_at)
       select id, id::text, 'email', '{}', now(), now() from u
     ), f as (
       insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       select gen_random_uuid(), id, 'planted', 'totp', 'unverified', now(), now(), 'AAAAAAAAAAAAAAAA' from u
     ), s as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal)
       select gen_random_uuid(), id, now(), now(), 'aal1' from u returning id
     )
     select u.id, s.id as session from u, s`,
    [SECRET],
  )) as [{ id: string; session: string }];
  return { id, token: signToken({ sub: id, session_id: session, aal: 'aal1', amr: [] }) };
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
  const bearer = { nobody: null, person: person.token, secret: server.secretKey }[endpoint.as];
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
