import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openStatuses } from '@solostead/contract/statuses';
import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { makeApplication } from '../../harness/member.ts';
import { describe, expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base.extend('desk', { scope: 'file' }, ({ server }) => openDesk(server));

test.beforeEach(({ server }) => server.sql('truncate public.applications cascade'));

describe('an application is erased after the months in public.lab_terms', () => {
  test.for<
    readonly [status: string, what: string, moved: string, notified: string | null, isErased: boolean]
  >([
    ['declined', 'notified long ago', '6 months 4 days', '6 months 3 days', true],
    ['declined', 'notified lately', '4 years', '5 months 25 days', false],
    ['declined', 'never notified', '4 years', null, false],
    ['accepted', 'notified long ago', '24 months 4 days', '24 months 3 days', true],
    ['accepted', 'notified lately', '4 years', '23 months 25 days', false],
    ['accepted', 'never notified', '4 years', null, false],
    ['withdrawn', 'long ago', '1 month 4 days', null, true],
    ['withdrawn', 'lately', '25 days', null, false],
  ])('%s, %s, by the day of its notice or move', async ([status, , moved, notified, isErased], { desk }) => {
    const notified_at = notified && (await desk.ago(notified));
    await desk.made('one', { ...confirmed, status, status_changed_at: await desk.ago(moved), notified_at });
    expect(await desk.retain()).toBe(isErased ? 1 : 0);
  });

  test('unconfirmed, by the day it arrived, in the archive too', async ({ desk }) => {
    await desk.made('over', { created_at: await desk.ago('1 month 4 days') });
    await desk.made('archived', { created_at: await desk.ago('1 month 4 days'), archived_at: new Date() });
    await desk.made('looked-at', { created_at: await desk.ago('1 month 4 days'), status: 'interview' });
    await desk.made('not-yet', { created_at: await desk.ago('25 days') });
    expect(await desk.retain()).toBe(3);
    expect(await desk.handles()).toEqual(['not-yet']);
  });

  test('declined without a confirmation, by the day of that move, as was promised', async ({ desk }) => {
    await desk.made('told-lately', { status: 'declined', status_changed_at: await desk.ago('2 months') });
    expect(await desk.retain()).toBe(0);
  });

  test.for(openStatuses)('%s and confirmed: never', async (status, { desk }) => {
    await desk.made('waits', { ...confirmed, status, status_changed_at: await desk.ago('4 years') });
    expect(await desk.retain()).toBe(0);
    expect(await desk.handles()).toEqual(['waits']);
  });
});

describe('erasing', () => {
  const many = (server: TestServer, count: number) =>
    server.sql(
      `insert into public.applications (created_at, name, email, sectors, ${questionColumns})
       select now() - interval '2 months', 'Amber Sample', 'sample-' || n || '@builders.example', 'music', ${answersYes}
         from generate_series(1, $1::integer) n`,
      [count],
    );

  test('takes at most 500 a call, until none remains', async ({ server, desk }) => {
    await many(server, 1001);
    const erased = [await desk.retain(), await desk.retain(), await desk.retain(), await desk.retain()];
    expect(erased).toEqual([500, 500, 1, 0]);
  });

  test('by several callers at once erases each once', async ({ server, desk }) => {
    await many(server, 300);
    const erased = await Promise.all([desk.retain(), desk.retain()]);
    expect(erased.reduce((sum, n) => sum + n, 0)).toBe(300);
  });

  test('skips applications that are locked, or were moved since', async ({ server, desk }) => {
    const id = await desk.made('held', {
      ...confirmed,
      status: 'declined',
      status_changed_at: await desk.ago('8 months'),
      notified_at: await desk.ago('7 months'),
    });
    const change = `select private.change_status(array[$1::uuid], 'in_review', 'move')`;
    const person = await holdRows(server, change, [id]);
    expect(await desk.retain()).toBe(0);
    await person.query('commit');
    expect(await desk.retain()).toBe(0);
    expect(await desk.handles()).toEqual(['held']);
  });

  test('also deletes data that is useless after a day', async ({ server, desk }) => {
    await server.sql(`
      insert into private.requested_mails (email, requested_at) values ('old@example.org', now() - interval '2 days');
      insert into private.requested_mails (email) values ('new@example.org');
      insert into private.rate_counts values ('\\x01', now() - interval '1 minute'), ('\\x02', now() + interval '1 minute');
      insert into private.spent_proofs values ('\\x01', now() - interval '1 minute'), ('\\x02', now() + interval '1 minute')`);
    await desk.retain();
    const left = await server.sql(`
      select (select array_agg(email) from private.requested_mails where email like '%@example.org') as requested,
             (select count(*)::integer from private.rate_counts where subject in ('\\x01', '\\x02')) as counts,
             (select count(*)::integer from private.spent_proofs where nonce in ('\\x01', '\\x02')) as proofs`);
    expect(left).toEqual([{ requested: ['new@example.org'], counts: 1, proofs: 1 }]);
    await server.sql('truncate private.requested_mails');
  });
});

test('the command leaves no word of it in statistics and captured mails', async ({ server, desk }) => {
  const captured = join(server.dataDir, 'outbox/of-no-row.eml');
  mkdirSync(dirname(captured), { recursive: true });
  writeFileSync(captured, `X-Mail-Row: ${crypto.randomUUID()}\r\n`);
  await desk.made('expired', {});
  for (const handle of ['waits', 'waits-too']) await desk.made(handle, confirmed);
  await server.sql(`
    insert into public.application_evidence (application_id, link, words)
      select id, 'https://' || split_part(email, '@', 1) || '.example', 'words' from public.applications;
    insert into public.application_replies (application_id, body, received_at)
      select id, 'an answer of ' || email, now() from public.applications;
    analyze public.application_evidence, public.application_replies`);
  const mentioned = () =>
    server.column(`select distinct tablename from pg_stats where schemaname in ('public', 'private')
      and array_to_string(histogram_bounds::text::text[], ' ') like '%expired%'`);
  expect(await mentioned()).toHaveLength(2);
  expect(await server.command('retention')).toBe('1 erased.\n');
  expect(await mentioned()).toEqual([]);
  const vacuumed = `select last_vacuum is not null from pg_stat_all_tables where relid = 'auth.users'::regclass`;
  expect(await server.value(vacuumed)).toBe(true);
  expect(existsSync(captured)).toBe(false);
});

test('retention --dry-run lists what it would erase, why and since when', async ({ server, desk }) => {
  const dryRun = (...options: string[]) => server.command('retention', '--dry-run', ...options);
  const id = await desk.made('declined', {
    ...confirmed,
    status: 'declined',
    status_changed_at: new Date('2024-08-01T12:00:00Z'),
    notified_at: new Date('2024-08-31T23:30:00Z'),
  });
  const created_at = new Date('2025-01-15T12:00:00Z');
  const unconfirmed = await desk.made('unconfirmed', { name: 'Amber\u001b[2J Sample', created_at });
  await desk.made('waits', { ...confirmed, status: 'in_review' });
  expect(await dryRun()).toBe(
    `${unconfirmed}  unconfirmed since 2025-01-15, kept 1 month, due 2025-02-15\n` +
      `${id}  declined since 2024-08-31, kept 6 months, due 2025-02-28\n` +
      `2 due: 1 declined, 1 unconfirmed.\n`,
  );
  expect(await dryRun('--names')).toMatch(/ {2}Amber\ufffd\[2J Sample {2}unconfirmed@builders\.example\n/);
  expect(await desk.handles()).toHaveLength(3);
  expect(await desk.retain()).toBe(2);
  expect(await desk.handles()).toEqual(['waits']);
});

function openDesk(server: TestServer) {
  const retain = () => server.value<number>('select public.apply_retention()::integer as n');
  const handles = () =>
    server.column<string>`select split_part(email, '@', 1) as handle from public.applications order by 1`;
  /** Returns a past time as PostgreSQL computes it, by the calendar in UTC. */
  const ago = (interval: string): Promise<Date> =>
    server.value<Date>`select ((now() at time zone 'UTC') - ${interval}::interval) at time zone 'UTC' as at`;
  /** One application that came long ago, and ended or not as `columns` say. */
  async function made(handle: string, columns: Readonly<Record<string, unknown>>): Promise<string> {
    return makeApplication(server, handle, { created_at: await ago('5 years'), ...columns });
  }
  return { made, ago, retain, handles };
}

const confirmed = { email_confirmed_at: new Date('2021-01-01T00:00:00Z') };
