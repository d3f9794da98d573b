import * as fc from 'fast-check';
import { writeConfig } from '../../servers/config.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { type AimedAttack, mutatedRequests, randomAttacks } from './attacks.ts';
import { type Endpoint, endpoints, type Target } from './endpoints.ts';
import { type Bearer, findFault } from './find-fault.ts';
import { type Guarded, idsOf, plantGuarded, plantPerson, stateOf } from './people.ts';

/** Requests that are sent at once. Each wave gets a new guarded account. */
const WAVE = 16;
/** The part of the requests that are valid but for one value, as long as there are such. */
const MUTATED_SHARE = 0.7;
/** The share of waves of random requests that go to a server whose config.toml enables nothing. */
const RESTRICTED_SHARE = 8;

/**
 * Sends `requests` hostile requests to its own servers. The first are valid except for one value, every value in
 * turn, the rest are random. One server has every sign-in method, another has none and gets a few of the latter.
 * Returns the findings, which are a 5xx, no answer, a refusal that is not JSON, an exposed secret, a token of an
 * account whose credentials the attacker lacks, a session at aal2, or an account that was changed or can be detected.
 */
export async function fuzzAuth(requests: number, seed: number): Promise<readonly string[]> {
  const shut = writeConfig('');
  const env = { TRUSTED_PROXIES: '127.0.0.1, ::1' };
  const servers = await Promise.all([
    startServer({ env: { ...env, SUPABASE_CONFIG: 'open.toml' } }),
    startServer({ env: { ...env, ...shut.env } }),
  ]);
  const findings: string[] = [];
  try {
    const [open, restricted] = servers as [TestServer, TestServer];
    const mutated = mutatedRequests(endpoints, await aimOf(await besiege(open), 'person'), seed);
    const first = [...mutated].slice(0, requests * MUTATED_SHARE);
    for (let sent = 0; sent < first.length; sent += WAVE)
      findings.push(...(await attack(open, first.slice(sent, sent + WAVE))));
    for (let sent = first.length, wave = 0; sent < requests; sent += WAVE, wave += 1) {
      const numRuns = Math.min(WAVE, requests - sent);
      const random = fc.sample(randomAttacks(endpoints), { numRuns, seed: seed + sent });
      findings.push(...(await attack(wave % RESTRICTED_SHARE === 0 ? restricted : open, random)));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    shut.remove();
  }
  return findings;
}

/** A server and an account there that attacks must not change. */
interface Siege {
  readonly server: TestServer;
  readonly guarded: Guarded;
  readonly ids: readonly string[];
}

async function besiege(server: TestServer): Promise<Siege> {
  const guarded = await plantGuarded(server);
  return { server, guarded, ids: await idsOf(server, guarded.id) };
}

/** Each request gets a new person, who has used nothing yet. The secret key may change the guarded account. */
async function aimOf({ server, guarded, ids }: Siege, as: Endpoint['as']): Promise<Target> {
  const person = await plantPerson(server);
  const own = [person.id, person.factorId, person.challengeId, person.identityId, person.flowState];
  return { ...person, guarded, ids: as === 'secret' ? own : [...own, person.authCode, ...ids] };
}

/** Of requests that want a session, half are of an account that has none but at aal1 and owes more. */
const bearersOf: Readonly<Record<Endpoint['as'], readonly Bearer[]>> = {
  anon: ['none'],
  person: ['person', 'guarded'],
  secret: ['secret'],
};

async function attack(server: TestServer, wave: readonly AimedAttack[]): Promise<string[]> {
  const siege = await besiege(server);
  const before = await stateOf(server, siege.guarded);
  const findings = await Promise.all(
    wave.map(async ({ endpoint, aimedAt }, count) => {
      const target = await aimOf(siege, endpoint.as);
      const bearers = bearersOf[endpoint.as];
      const bearer = bearers[count % bearers.length]!;
      return findFault(server, endpoint, aimedAt(target), target, bearer);
    }),
  );
  const after = await stateOf(server, siege.guarded);
  const sent = wave.map(({ endpoint: { method, path } }) => `${method} ${path}`).join(', ');
  if (after !== before) findings.push(`changed by one of ${sent}: ${before} to ${after}`);
  return findings.filter((finding) => finding !== null);
}
