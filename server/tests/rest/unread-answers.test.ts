import { connect, type Socket } from 'node:net';
import { signToken } from '@solostead/server-testkit/identity/token';
import { askFrom } from './ask-from.ts';
import { expect, itStarting, type Lab, untilKnown } from './fixtures.ts';

const test = itStarting({ LIMITS: 'on' });

test.beforeAll(async ({ lab }) => {
  await lab.sql(`
    create table lab.long_rows as
      select id, '' as mark, repeat(md5(id::text), 50 * 32) as words from generate_series(1, 150) as id;
    alter table lab.long_rows add primary key (id);
    grant select, update on lab.long_rows to anon, authenticated;
    alter role anon set statement_timeout = '60s';
    alter role authenticated set statement_timeout = '60s'`);
  await untilKnown(lab, 'long_rows');
});

const member = (digit: number) => signToken({ sub: `${digit}`.repeat(8) + '-1111-4111-8111-111111111111' });

test.for([
  ['an anonymous user', 'text/csv', null],
  ['a member', 'application/json', member(1)],
] as const)(
  'prepares few answers for %s who does not read %s, and answers others',
  { timeout: 120_000 },
  async ([, accept, token], { lab }) => {
    const unread = Array.from({ length: SOCKETS }, () => askWithoutReading(lab, accept, token));
    const begun = () => unread.filter(({ bytesRead }) => bytesRead > 0).length;
    await expect.poll(begun).toBeGreaterThanOrEqual(2);
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round++) {
      for (const other of [null, member(2)])
        statuses.add(await askFrom(lab, '127.0.2.1', '/clients?select=id', other));
    }
    expect([...statuses]).toEqual([200]);
    // Three fill the memory of one caller, and others may be under way by then.
    expect(begun()).toBeLessThanOrEqual(8);
    for (const socket of unread) socket.destroy();
    expect(await readLongRows(lab, accept, token)).toBeGreaterThan(ANSWER_BYTES);
  },
);

test('refuses a response that is too large, and rolls back its change', async ({ lab }) => {
  await lab.sql(`update lab.long_rows set words = repeat(md5(id::text), 5 * 32 * 340) where id <= 10`);
  const tooLarge = {
    code: '54000',
    message: 'The answer is too large',
    details: expect.stringMatching(/^Its rows need up to \d+ bytes, at most 8388608 are allowed$/),
    hint: 'Ask for fewer rows or columns.',
  };
  for (const accept of ['text/csv', 'application/json']) {
    const headers = { accept, prefer: 'return=representation' };
    const read = await lab.ask('/long_rows?id=lte.10', { headers });
    expect([read.status, read.body]).toEqual([400, tooLarge]);
    const method = 'PATCH';
    const written = await lab.ask('/long_rows?id=lte.10', { method, headers, body: { mark: 'x' } });
    expect([written.status, written.body]).toEqual([400, tooLarge]);
  }
  expect(await lab.sql(`select from lab.long_rows where mark = 'x'`)).toEqual([]);
  const method = 'PATCH';
  expect((await lab.ask('/long_rows?id=lte.10', { method, body: { mark: 'x' } })).status).toBe(204);
});

const SOCKETS = 12;
/** More than the kernel's buffers take, and more than half of what the server keeps for one caller. */
const ANSWER_BYTES = 7_000_000;

/** Asks for long rows and reads no more than the beginning of the answer. */
function askWithoutReading(lab: Lab, accept: string, token: string | null): Socket {
  const port = Number(new URL(lab.url).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.1.1' });
  const lines = [
    'GET /rest/v1/long_rows HTTP/1.1',
    'host: localhost',
    `apikey: ${lab.publishableKey}`,
    'accept-profile: lab',
    `accept: ${accept}`,
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.once('data', () => socket.pause()).on('error', () => {});
  return socket;
}

/** Reads long rows to their end and returns the number of bytes. */
async function readLongRows(lab: Lab, accept: string, token: string | null): Promise<number> {
  const { status, text } = await lab.ask('/long_rows', { headers: { accept }, ...(token && { token }) });
  expect(status).toBe(200);
  return text.length;
}
