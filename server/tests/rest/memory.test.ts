import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@solostead/server-testkit/needs';
import { expect, itStarting, untilKnown } from './fixtures.ts';
import { peaks } from './memory-of.ts';
import { asks } from './memory-requests.ts';

const schema = readFileSync(join(import.meta.dirname, 'memory.sql'), 'utf8');

const test = itStarting({ LIMITS: 'on' });
const onLinux = needs(process.platform === 'linux', 'no /proc here');

/** The most memory that one request may take of the server and of PostgreSQL's largest process, in MB. */
const MOST_OF_ONE = 64;
/** The memory of an idle process of PostgreSQL. */
const IDLE = 8;

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

test("refuses a function's own need of memory, and no other request notices", onLinux, async ({ lab }) => {
  const [grown, other] = await Promise.all([lab.ask('/rpc/grow'), lab.ask('/clients?select=id')]);
  expect([grown.status, grown.body.code, other.status]).toEqual([503, '53200', 200]);
});
