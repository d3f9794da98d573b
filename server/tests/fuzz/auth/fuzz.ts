import * as fc from 'fast-check';
import { writeConfig } from '../../harness/servers/config.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { attacksOn } from './hostile-bodies.ts';
import { type Bearer, findFault } from './find-fault.ts';
import { idsOf, plantGuarded, plantPerson, stateOf } from './people.ts';
import { type MutatedRequest, mutatedRequests } from './mutated-requests.ts';

const CLIENTS = 8;
const WAVE = 200;
/** The share of requests that go to a server whose config.toml enables nothing. */
const SHUT_SHARE = 8;
/** The part of the requests that are valid but for one value, as long as there are such. */
const MUTATED_SHARE = 0.7;

/**
 * Sends `requests` hostile requests to its own servers. The first are valid except for one value, every value in
 * turn, the rest are random, the same number for each endpoint. One server has every sign-in method, another has none
 * and gets a few of the latter. Returns the findings, which are a 5xx, no answer, a refusal that is not JSON, an
 * exposed secret, a token of an account whose credentials the attacker lacks, a session at aal2, or an account that
 * was changed or can be detected.
 */
export async function fuzzAuth(
  requests: number,
  seed: number,
  only: (endpoint: Endpoint) => boolean = () => true,
): Promise<readonly string[]> {
  const shut = writeConfig('');
  const env = { TRUSTED_PROXIES: '127.0.0.1, ::1' };
  const servers = await Promise.all([
    startServer({ env: { ...env, SUPABASE_CONFIG: 'everything.toml' } }),
    startServer({ env: { ...env, ...shut.env } }),
  ]);
  const [open, closed] = servers as [TestServer, TestServer];
  const chosen = endpoints.filter(only);
  const findings: string[] = [];
  try {
    const mutated = await sendMutated(open, chosen, Math.floor(requests * MUTATED_SHARE), seed);
    findings.push(...mutated.findings);
    const each = Math.ceil((requests - mutated.sent) / chosen.length);
    const few = Math.ceil(each / SHUT_SHARE);
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

/** Each of these requests gets a new person, who has used nothing yet. */
async function sendMutated(
  server: TestServer,
  chosen: readonly Endpoint[],
  most: number,
  seed: number,
): Promise<{ sent: number; findings: string[] }> {
  const findings: string[] = [];
  const guarded = await plantGuarded(server);
  const before = await stateOf(server, guarded);
  const aim = async () => ({ ...(await plantPerson(server)), guarded, ids: [] });
  const requests = mutatedRequests(chosen, await aim(), seed);
  let sent = 0;
  const attacker = async (): Promise<void> => {
    for (let next = takeNext(); next; next = takeNext()) {
      const target = await aim();
      const { endpoint, aimedAt } = next;
      const bearer = bearersOf[endpoint.as][0]!;
      const finding = await findFault(server, endpoint, aimedAt(target), { person: target, guarded }, bearer);
      if (finding) findings.push(finding);
    }
  };
  const takeNext = (): MutatedRequest | undefined => {
    if (sent === most) return undefined;
    const { value } = requests.next();
    if (value) sent += 1;
    return value ?? undefined;
  };
  await Promise.all(Array.from({ length: CLIENTS }, attacker));
  const after = await stateOf(server, guarded);
  if (after !== before) findings.push(`changed by a mutated request: ${before} to ${after}`);
  return { sent, findings };
}

async function attack(
  server: TestServer,
  endpoint: Endpoint,
  requests: number,
  seed: number,
): Promise<string[]> {
  const findings: string[] = [];
  for (let sent = 0; sent < requests; sent += WAVE) {
    const accounts = { person: await plantPerson(server), guarded: await plantGuarded(server) };
    const ids = await idsOf(server, [accounts.person.id, accounts.guarded.id]);
    const before = await stateOf(server, accounts.guarded);
    const wave = fc.sample(attacksOn(endpoint, { ...accounts.person, guarded: accounts.guarded, ids }), {
      numRuns: Math.min(WAVE, requests - sent),
      seed: seed + sent,
    });
    const bearers = bearersOf[endpoint.as];
    const next = wave.entries();
    const attacker = async (): Promise<void> => {
      for (const [count, hostile] of next) {
        const bearer = bearers[count % bearers.length]!;
        const finding = await findFault(server, endpoint, hostile, accounts, bearer);
        if (finding) findings.push(finding);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, attacker));
    const after = await stateOf(server, accounts.guarded);
    if (endpoint.as !== 'secret' && after !== before)
      findings.push(`changed by ${endpoint.method} ${endpoint.path}: ${before} to ${after}`);
  }
  return findings;
}
