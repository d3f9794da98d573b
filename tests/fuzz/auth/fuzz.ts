import * as fc from 'fast-check';
import { writeConfig } from '../../harness/servers/config.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { attacksOn } from './hostile-bodies.ts';
import { type Bearer, judge } from './judge.ts';
import { idsOf, plantGuarded, plantPerson, stateOf } from './people.ts';

const CLIENTS = 8;
const WAVE = 200;
/** One request in so many goes to a server whose config.toml switches nothing on. */
const SHUT_SHARE = 8;

/**
 * Sends `requests` hostile requests, as many to each endpoint, to servers of its own: one with every sign-in method on, one
 * with none. Answers what went wrong: a 5xx, no answer, a refusal that is no JSON, a secret shown, a token of an account
 * whose credentials the attacker lacks, a session at aal2, an account changed or told apart from none.
 */
export async function fuzzAuth(
  requests: number,
  seed: number,
  only: (endpoint: Endpoint) => boolean = () => true,
): Promise<readonly string[]> {
  const shut = writeConfig('');
  const env = { TRUSTED_PROXIES: '127.0.0.1, ::1' };
  const servers = await Promise.all([
    startServer({ env: { ...env, SUPABASE_CONFIG: 'tests/fixtures/auth/everything.toml' } }),
    startServer({ env: { ...env, ...shut.env } }),
  ]);
  const [open, closed] = servers as [TestServer, TestServer];
  const chosen = endpoints.filter(only);
  const each = Math.ceil(requests / chosen.length);
  const few = Math.ceil(each / SHUT_SHARE);
  const findings: string[] = [];
  try {
    for (const endpoint of chosen) {
      findings.push(...(await attack(open, endpoint, each - few, seed)));
      findings.push(...(await attack(closed, endpoint, few, seed + each)));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    shut.remove();
  }
  return findings;
}

/** Of requests that want a session, half are of an account that has none but at aal1 and owes more. */
const bearersOf: Readonly<Record<Endpoint['as'], readonly Bearer[]>> = {
  anon: ['none'],
  person: ['person', 'guarded'],
  secret: ['secret'],
};

async function attack(
  server: TestServer,
  endpoint: Endpoint,
  requests: number,
  seed: number,
): Promise<string[]> {
  const findings: string[] = [];
  for (let sent = 0; sent < requests; sent += WAVE) {
    const scene = { person: await plantPerson(server), guarded: await plantGuarded(server) };
    const ids = await idsOf(server, [scene.person.id, scene.guarded.id]);
    const before = await stateOf(server, scene.guarded);
    const wave = fc.sample(attacksOn(endpoint, { ...scene.person, guarded: scene.guarded, ids }), {
      numRuns: Math.min(WAVE, requests - sent),
      seed: seed + sent,
    });
    const bearers = bearersOf[endpoint.as];
    const next = wave.entries();
    const attacker = async (): Promise<void> => {
      for (const [count, hostile] of next) {
        const bearer = bearers[count % bearers.length]!;
        const finding = await judge(server, endpoint, hostile, scene, bearer);
        if (finding) findings.push(finding);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, attacker));
    const after = await stateOf(server, scene.guarded);
    if (endpoint.as !== 'secret' && after !== before)
      findings.push(`changed by ${endpoint.method} ${endpoint.path}: ${before} to ${after}`);
  }
  return findings;
}
