import { passErasure } from '../../harness/erase.ts';
import { applied, visitor } from '../../harness/applicant.ts';
import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { eventually } from '@solostead/server-testkit/servers/processes';
import type { Page } from '../../harness/review-answers.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import { describe, expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing().extend('desk', { scope: 'file' }, ({ server, owner }) => openDesk(server, owner));

test('erased during an export: the rest is complete, with no row twice', async ({ server, owner, desk }) => {
  const ids: string[] = [];
  for (let number = 0; number < 6; number++) ids.unshift(await makeApplication(server, `export-${number}`));
  const read = (after: unknown) =>
    owner.call<Page>('review_export', { filter: { search: 'export-' }, after, page_size: 2 });
  const first = await read(null);
  await desk.erase(first.rows.at(-1)!.id);
  const second = await read(first.rows.at(-1)!.cursor);
  const third = await read(second.rows.at(-1)!.cursor);
  expect([first, second, third].map(({ rows, more }) => [rows.map(({ id }) => id), more])).toEqual([
    [ids.slice(0, 2), true],
    [ids.slice(2, 4), true],
    [ids.slice(4), false],
  ]);
});

test('erased while its mail is being sent: leaves no error and no row', async ({ smtp, server, desk }) => {
  const row = await applied(server);
  const heard = server.log.length;
  smtp.behave('hold');
  await visitor(server).askForMail(row.email);
  await eventually(() => smtp.held === 1);
  const id = await server.value<string>`select id from public.applications where email = ${row.email}`;
  await desk.erase(id);
  smtp.release();
  await smtp.next(({ to }) => to?.[0]?.address === row.email);
  smtp.behave('accept');
  await eventually(async () => (await desk.count('private.messages')) === 0);
  expect(await server.column('select down_since from public.mail_server_state()')).toEqual([null]);
  expect(server.log.slice(heard).filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

describe('erased twice', () => {
  test('is erased once, and the second attempt finds and counts nothing', async ({ server, id, desk }) => {
    const counted = () => server.sql('select sum(applications)::integer as n from private.erased_facts');
    await desk.erase(id);
    const once = await counted();
    await desk.erase(id);
    expect(await counted()).toEqual(once);
    expect(await server.column`select reason from private.erasures where id = ${id}`).toEqual(['owner']);
  });

  test('by retention and a person at once: no deadlock', async ({ server, desk }) => {
    const ids = [];
    for (let number = 0; number < 30; number++)
      ids.push(
        await makeApplication(server, `deadlock-${number}`, { created_at: new Date('2025-01-01T00:00:00Z') }),
      );
    const retention = server.sql('select public.apply_retention()');
    await Promise.all([retention, ...ids.toReversed().map(desk.erase)]);
    expect(await desk.count(`public.applications where id = any ('{${ids.join()}}')`)).toBe(0);
  });
});

test('an erasure includes the person’s earlier unconfirmed applications alone', async ({ server, desk }) => {
  const email = 'again@builders.example';
  const archived_at = new Date();
  await makeApplication(server, 'former', {
    email,
    archived_at,
    created_at: new Date('2025-11-01T00:00:00Z'),
  });
  const other = await makeApplication(server, 'other', { email: 'not-again@builders.example', archived_at });
  await desk.erase(await makeApplication(server, 'again', { email }));
  expect(await desk.count(`public.applications where email = '${email}'`)).toBe(0);
  expect(await desk.count(`public.applications where id = '${other}'`)).toBe(1);
});

test('an erasure waits for a change of the application, and then erases it', async ({ server, id, desk }) => {
  const change = `select private.change_status(array[$1::uuid], 'in_review', 'move')`;
  const person = await holdRows(server, change, [id]);
  const erasing = desk.erase(id);
  await lockWaits(server);
  await person.query('commit');
  await erasing;
  expect(await desk.count(`public.applications where id = '${id}'`)).toBe(0);
});

test('a mail request made just before is erased too, in upper or lower case', async ({ server }) => {
  const id = await makeApplication(server, 'asked');
  // In one transaction, so that the scheduler does not look into the requests first.
  const client = await holdRows(
    server,
    `insert into private.requested_mails (email) values (' ASKED@builders.example'), ('other@builders.example')`,
  );
  await client.query(`select private.erase_application($1, 'applicant')`, [id]);
  const { rows } = await client.query('select email from private.requested_mails');
  expect(rows).toEqual([{ email: 'other@builders.example' }]);
  await client.query('rollback');
});

test('an address left for the opening is erased with its person alone', async ({ server, desk }) => {
  const leave = (email: string) =>
    server.sql`insert into private.opening_requests (email, confirmed_at) values (${email}, now())`;
  const left = await makeApplication(server, 'left');
  await leave('LEFT@builders.example');
  await desk.erase(left);
  const expired = await makeApplication(server, 'expired', { created_at: new Date('2025-01-01T00:00:00Z') });
  await leave('expired@builders.example');
  await server.sql('select public.apply_retention()');
  expect(await desk.count(`public.applications where id = '${expired}'`)).toBe(0);
  expect(await server.column`select email from private.opening_requests`).toEqual([
    'expired@builders.example',
  ]);
});

test('two erasures of a person in opposite orders do not deadlock', async ({ server, desk }) => {
  const email = 'two-orders@builders.example';
  const former = await makeApplication(server, 'two-orders-former', {
    email,
    archived_at: new Date(),
    created_at: new Date('2025-11-01T00:00:00Z'),
  });
  const present = await makeApplication(server, 'two-orders', { email });
  const person = await holdRows(server, 'select from public.applications where id = $1 for update', [former]);
  const first = desk.erase(former);
  await lockWaits(server);
  const second = desk.erase(present);
  await lockWaits(server, 2);
  await person.query('commit');
  await Promise.all([first, second]);
  expect(await desk.count(`public.applications where email = '${email}'`)).toBe(0);
});

function openDesk(server: TestServer, owner: Member) {
  // One that is gone already is refused.
  const erase = async (id: string) => {
    await owner.refusal('review_erase', { application_id: id });
    await passErasure(server, id);
  };
  const count = (table: string) => server.value<number>(`select count(*)::integer as n from ${table}`);
  return { erase, count };
}
