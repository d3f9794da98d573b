import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { needs } from '@solostead/server-testkit/needs';
import { expect, itStarting, type Lab, untilKnown } from './fixtures.ts';
import { asks } from './memory-requests.ts';

const schema = readFileSync(join(import.meta.dirname, 'memory.sql'), 'utf8');

const test = itStarting({ LIMITS: 'on' });
const onLinux = needs(process.platform === 'linux', 'no /proc here');

/** The most memory that one request may take of the server and of PostgreSQL's largest process, in MB. */
const MOST_OF_ONE = 64;
/** The memory of an idle process of PostgreSQL. */
const IDLE = 8;
const MOST_OF_TWELVE = 400;

test.beforeAll(async ({ lab }) => {
  await lab.sql(schema);
  await untilKnown(lab, 'several');
});

test.for(asks)('needs little memory for %s', onLinux, async ([, expected, path, ask], { lab }) => {
  const before = await peaks(lab);
  const { status, body } = await lab.ask(path, ask);
  const after = await peaks(lab);
  expect([status, status === 200 ? null : body.code]).toEqual([expected, expected === 200 ? null : '54000']);
  expect(after.database).toBeLessThan(MOST_OF_ONE + IDLE);
  expect(after.server - before.server).toBeLessThan(MOST_OF_ONE);
});

test.for([
  '(((((a{1,255}){1,255}){1,255}){1,255}){1,255})',
  `${'('.repeat(60)}a+${')+'.repeat(60)}`,
  '(x?){255}'.repeat(10),
  '(x?){200}',
  '(a{1,60}){1,60}',
  `${Array.from({ length: 180 }, (_, place) => String.fromCodePoint(0x4e00 + place)).join('')}\\w{255}`,
  '(a*)*'.repeat(30),
])('needs little memory for the pattern %s', onLinux, async (pattern, { lab }) => {
  await peaks(lab);
  const { status } = await lab.ask(`/papers?select=id&id=lt.9&body=match.${encodeURIComponent(pattern)}`, {});
  const { database } = await peaks(lab);
  expect([200, 400]).toContain(status);
  expect(database).toBeLessThan(MOST_OF_ONE + IDLE);
});

test('needs little memory for twelve requests at once, and answers others', onLinux, async ({ lab }) => {
  const paths = asks.filter(([, , , ask]) => Object.keys(ask).length === 0).map(([, , path]) => path);
  let isOver = false;
  let most = 0;
  const watch = async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 20)))
      most = Math.max(most, await megabytesInAll(lab));
  };
  // With the connections that as many plain requests open.
  const plain = [1, 2, 3].flatMap((network) =>
    Array.from({ length: 4 }, () => askFrom(lab, `127.0.${network}.1`, '/clients?select=id')),
  );
  await Promise.all(plain);
  const idle = await megabytesInAll(lab);
  const watching = watch();
  const flood = [1, 2, 3].flatMap((network) =>
    [0, 1, 2, 3].map(async (start) => {
      for (let at = start; at < paths.length; at += 4) await askFrom(lab, `127.0.${network}.1`, paths[at]!);
    }),
  );
  const tookMs: number[] = [];
  const ask = async () => {
    while (!isOver) {
      const begun = performance.now();
      expect(await askFrom(lab, '127.0.9.1', '/clients?select=id')).toBe(200);
      tookMs.push(performance.now() - begun);
    }
  };
  const asking = ask();
  await Promise.all(flood);
  isOver = true;
  await Promise.all([watching, asking]);
  expect(most - idle).toBeLessThan(MOST_OF_TWELVE);
  expect(tookMs.toSorted((one, other) => one - other)[Math.floor(tookMs.length / 2)]).toBeLessThan(1000);
});

test("refuses a function's own need of memory, and no other request notices", onLinux, async ({ lab }) => {
  const [grown, other] = await Promise.all([lab.ask('/rpc/grow'), lab.ask('/clients?select=id')]);
  expect([grown.status, grown.body.code, other.status]).toEqual([503, '53200', 200]);
});

const backends = (lab: Lab) =>
  lab.column<number>(`select pid from pg_stat_activity where pid <> pg_backend_pid()`);

/** The most private memory of the server and of PostgreSQL's largest process since the last question, in MB. */
async function peaks(lab: Lab) {
  return { server: peak(lab.pid), database: Math.max(...(await backends(lab)).map(peak)) };
}

function peak(pid: number): number {
  const of = statusOf(pid);
  const most = of('VmHWM') - of('RssShmem') - of('RssFile');
  try {
    // Resets the highest resident size of a process that still runs.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {}
  return most / 1024;
}

/** The private memory of the server and of PostgreSQL's processes. */
const megabytesInAll = async (lab: Lab) =>
  [lab.pid, ...(await backends(lab))].map(privateMegabytes).reduce((sum, one) => sum + one);

const privateMegabytes = (pid: number) => statusOf(pid)('RssAnon') / 1024;

/** Fields of a process's status in KB, 0 once it has ended. */
function statusOf(pid: number): (field: string) => number {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {}
  return (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** Returns the status of a request from one address. */
const askFrom = (lab: Lab, localAddress: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { apikey: lab.publishableKey, 'accept-profile': 'lab' };
    const options = {
      host: '127.0.0.1',
      port: new URL(lab.url).port,
      path: `/rest/v1${path}`,
      headers,
      localAddress,
    };
    request(options, (response) => response.on('end', () => resolve(response.statusCode!)).resume())
      .on('error', reject)
      .end();
  });
