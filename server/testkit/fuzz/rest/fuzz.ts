import { Agent, request as httpRequest } from 'node:http';
import * as fc from 'fast-check';
import { signToken } from '../../identity/token.ts';
import type { TestServer } from '../../servers/server.ts';
import { type Lab, startOwnLab, untilKnown } from '../../../tests/rest/lab.ts';
import { type HostileRequest, hostileRequest } from './hostile-requests.ts';
import { mutatedWrites } from './mutated-writes.ts';

/** Part of every row that neither anonymous nor other users may see, and of no request. */
const SECRET = 'ZQX-never-to-be-seen-ZQX';

const CLIENTS = 12;
const CHUNK = 500;
/** The part of the requests that are valid but for one value, as long as there are such. */
const MUTATED_SHARE = 0.3;

/**
 * Sends hostile requests to its own server, first valid ones with one value replaced. Returns the findings, which are
 * a 5xx, no answer or an exposed row.
 */
export async function fuzzRest(requests: number, seed: number): Promise<readonly string[]> {
  const lab = await startOwnLab({ TRUSTED_PROXIES: '127.0.0.1, ::1' });
  try {
    await plantSecrets(lab);
    const mutated = [...mutatedWrites(seed)].slice(0, requests * MUTATED_SHARE);
    return await attack(lab, { first: mutated, random: hostileRequest, secret: SECRET }, requests, seed);
  } finally {
    await lab.stop();
  }
}

/** Also takes away the functions whose purpose is to fail or to linger. */
async function plantSecrets(lab: Lab): Promise<void> {
  await lab.sql(`
    update lab.secrets set word = '${SECRET}';
    update lab.partly set closed = '${SECRET}';
    insert into lab.owned values (1000, gen_random_uuid(), '${SECRET}');
    insert into public.notes (name, email) values ('${SECRET}', 'hidden@example.org');
    create table lab.letters (id int primary key, person_id int references lab.people, word text);
    create table lab.own_letters (id int primary key, person_id int references lab.people, owner uuid, word text);
    insert into lab.letters select n, n, '${SECRET}' from generate_series(1, 3) as n;
    insert into lab.own_letters select n, n, gen_random_uuid(), '${SECRET}' from generate_series(1, 3) as n;
    alter table lab.own_letters enable row level security;
    create policy "own rows" on lab.own_letters using (owner = auth.uid()) with check (owner = auth.uid());
    create view lab.letters_twice with (security_invoker = true) as
      select id, person_id as reader, person_id as writer, word from lab.letters;
    create view lab.own_letters_twice with (security_invoker = true) as
      select id, person_id as reader, person_id as writer, word from lab.own_letters;
    grant select, insert, update, delete on lab.own_letters, lab.own_letters_twice, lab.letters_twice
      to anon, authenticated;
    drop function lab.fails, lab.nap, lab.teapot;
    create table lab.planted ();
    grant select on lab.planted to anon;
    notify pgrst, 'reload schema'`);
  await untilKnown(lab, 'planted');
}

/** The request for a server, and the word that no answer may contain. */
interface Attack {
  readonly first: readonly HostileRequest[];
  readonly random: fc.Arbitrary<HostileRequest>;
  readonly secret: string;
}

type Target = Pick<TestServer, 'url' | 'publishableKey'>;

/** Sends `requests` of an attack by several clients. Returns the findings. */
export async function attack(
  target: Target,
  { first, random, secret }: Attack,
  requests: number,
  seed: number,
): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const token = signToken({ sub: '99999999-9999-4999-8999-999999999999' });
  const findings: string[] = [];
  await sendAll(first);
  for (let sent = first.length; sent < requests; sent += CHUNK) {
    await sendAll(fc.sample(random, { numRuns: Math.min(CHUNK, requests - sent), seed: seed + sent }));
  }
  agent.destroy();
  return findings;

  async function sendAll(wave: readonly HostileRequest[]): Promise<void> {
    const next = wave.values();
    const attacker = async () => {
      for (const hostile of next) {
        const finding = await findFault(target, agent, hostile, token, secret);
        if (finding) findings.push(finding);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, attacker));
  }
}

async function findFault(
  target: Target,
  agent: Agent,
  hostile: HostileRequest,
  token: string,
  secret: string,
): Promise<string | null> {
  const { status, text } = await send(target, agent, hostile, token).catch((error: Error) => ({
    status: 0,
    text: error.message,
  }));
  if (status > 0 && status < 500 && status !== hostile.neverAnswered && !text.includes(secret)) return null;
  return `${status} ${text.slice(0, 200)} to ${JSON.stringify(hostile)}`;
}

function send(
  target: Target,
  agent: Agent,
  { method, path, headers, body, signedIn }: HostileRequest,
  token: string,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(target.url);
  const all = {
    ...headers,
    apikey: target.publishableKey,
    ...(signedIn ? { authorization: `Bearer ${token}` } : {}),
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ agent, hostname, port, method, path: `/rest/v1${path}`, headers: all });
    outgoing.setTimeout(20_000, () => outgoing.destroy(new Error('no answer within 20 seconds')));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: text + JSON.stringify(response.headers) }),
      );
    });
    outgoing.end(body ?? undefined);
  });
}
