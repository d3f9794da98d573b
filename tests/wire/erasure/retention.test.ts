import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { makeApplication } from '../review/member.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sql('truncate public.applications cascade');
});

const retain = async () =>
  (await server.sql<{ n: number }>('select public.apply_retention()::integer as n'))[0]!.n;
const handles = async () =>
  (
    await server.sql<{ handle: string }>(
      `select split_part(email, '@', 1) as handle from public.applications order by 1`,
    )
  ).map(({ handle }) => handle);
const dryRun = (...options: string[]) => server.command('retention', '--dry-run', ...options);

/** Returns a past time as PostgreSQL computes it, by the calendar in UTC. */
const ago = async (interval: string): Promise<Date> =>
  (
    await server.sql<{ at: Date }>(
      `select ((now() at time zone 'UTC') - $1::interval) at time zone 'UTC' as at`,
      [interval],
    )
  )[0]!.at;

/** One application that came long ago, and ended or not as `columns` say. */
async function made(handle: string, columns: Readonly<Record<string, unknown>>): Promise<string> {
  return makeApplication(server, handle, { created_at: await ago('5 years'), ...columns });
}

const confirmed = { email_confirmed_at: new Date('2021-01-01T00:00:00Z') };

describe('an application is erased after the months in public.lab_terms', () => {
  test.each([
    ['declined', '6 months 3 days', '5 months 25 days'],
    ['withdrawn', '1 month 4 days', '25 days'],
    ['accepted', '24 months 3 days', '23 months 25 days'],
  ])('%s, by the day of that move', async (status, before, after) => {
    await made('over', { ...confirmed, status, status_changed_at: await ago(before) });
    await made('not-yet', { ...confirmed, status, status_changed_at: await ago(after) });
    expect(await retain()).toBe(1);
    expect(await handles()).toEqual(['not-yet']);
  });

  test('unconfirmed, by the day it arrived, in the archive too', async () => {
    await made('over', { created_at: await ago('1 month 4 days') });
    await made('archived', { created_at: await ago('1 month 4 days'), archived_at: new Date() });
    await made('looked-at', { created_at: await ago('1 month 4 days'), status: 'interview' });
    await made('not-yet', { created_at: await ago('25 days') });
    expect(await retain()).toBe(3);
    expect(await handles()).toEqual(['not-yet']);
  });

  test('declined without a confirmation, by the day of that move, as the applicant was promised', async () => {
    await made('told-lately', { status: 'declined', status_changed_at: await ago('2 months') });
    expect(await retain()).toBe(0);
  });

  test.each(['submitted', 'in_review', 'interview'])('%s and confirmed: never', async (status) => {
    await made('waits', { ...confirmed, status, status_changed_at: await ago('4 years') });
    expect(await retain()).toBe(0);
    expect(await handles()).toEqual(['waits']);
  });

  test('other months apply at once', async () => {
    await made('declined', { ...confirmed, status: 'declined', status_changed_at: await ago('3 months') });
    expect(await retain()).toBe(0);
    await server.sql('update public.lab_terms set declined_months = 2');
    expect(await retain()).toBe(1);
    await server.sql('update public.lab_terms set declined_months = 6');
  });
});

describe('erasing', () => {
  const many = (count: number) =>
    server.sql(
      `insert into public.applications (created_at, name, email, sectors, ${questionColumns})
       select now() - interval '2 months', 'Amber Sample', 'sample-' || n || '@builders.example', 'music', ${answersYes}
         from generate_series(1, $1::integer) n`,
      [count],
    );

  test('takes at most 500 a call, until none remains', async () => {
    await many(1001);
    const erased = [await retain(), await retain(), await retain(), await retain()];
    expect(erased).toEqual([500, 500, 1, 0]);
  }, 60_000);

  test('by several callers at once erases each once', async () => {
    await many(300);
    const erased = await Promise.all([retain(), retain()]);
    expect(erased.reduce((sum, n) => sum + n, 0)).toBe(300);
  }, 60_000);

  test('skips applications that are locked, or were moved since', async () => {
    const id = await made('held', {
      ...confirmed,
      status: 'declined',
      status_changed_at: await ago('7 months'),
    });
    const person = new Client(server.databaseUrl);
    await person.connect();
    try {
      await person.query('begin');
      await person.query(`select private.change_status(array[$1::uuid], 'in_review', 'move')`, [id]);
      expect(await retain()).toBe(0);
      await person.query('commit');
      expect(await retain()).toBe(0);
    } finally {
      await person.end();
    }
    expect(await handles()).toEqual(['held']);
  });

  test('also deletes data that is useless after a day', async () => {
    await server.sql(`
      insert into private.asked_mails (email, asked_at) values ('old@example.org', now() - interval '2 days');
      insert into private.asked_mails (email) values ('new@example.org');
      insert into private.application_attempts values ('\\x01', now() - interval '2 days'), ('\\x02', now());
      insert into private.spent_proofs values ('\\x01', now() - interval '1 minute'), ('\\x02', now() + interval '1 minute')`);
    await retain();
    const left = await server.sql(`
      select (select array_agg(email) from private.asked_mails where email like '%@example.org') as asked,
             (select count(*)::integer from private.application_attempts where subject in ('\\x01', '\\x02')) as attempts,
             (select count(*)::integer from private.spent_proofs where nonce in ('\\x01', '\\x02')) as proofs`);
    expect(left).toEqual([{ asked: ['new@example.org'], attempts: 1, proofs: 1 }]);
    await server.sql('truncate private.asked_mails');
  });
});

test('captured mails are deleted after thirty days, and with their row', async () => {
  const outbox = join(server.dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  const file = (name: string, text: string, days: number) => {
    writeFileSync(join(outbox, name), text);
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(join(outbox, name), at, at);
  };
  file('old.eml', 'To: admin@lab.example', 31);
  file('young.eml', 'To: admin@lab.example', 29);
  file('of-no-row.eml', `X-Mail-Row: ${crypto.randomUUID()}\r\nTo: someone@example.org`, 0);
  await server.command('retention');
  expect(readdirSync(outbox)).toEqual(['young.eml']);
});

describe('npm run solostead -- retention', () => {
  test('--dry-run lists what it would erase, why and since when, and erases nothing', async () => {
    const id = await made('declined', {
      ...confirmed,
      status: 'declined',
      status_changed_at: new Date('2024-08-31T23:30:00Z'),
    });
    const unconfirmed = await made('unconfirmed', { created_at: new Date('2025-01-15T12:00:00Z') });
    await made('waits', { ...confirmed, status: 'in_review' });
    expect(await dryRun()).toBe(
      `${unconfirmed}  unconfirmed since 2025-01-15, kept 1 month, due 2025-02-15\n` +
        `${id}  declined since 2024-08-31, kept 6 months, due 2025-02-28\n` +
        `2 due: 1 declined, 1 unconfirmed.\n`,
    );
    expect(await handles()).toHaveLength(3);
  });

  test('names persons only on request', async () => {
    await made('unconfirmed', { name: 'Amber\u001b[2J Sample' });
    expect(await dryRun()).not.toMatch(/Amber|@/);
    expect(await dryRun('--names')).toMatch(/ {2}Amber\ufffd\[2J Sample {2}unconfirmed@builders\.example\n/);
  });

  test('erases with a report, and finds nothing again', async () => {
    await made('unconfirmed', {});
    expect(await server.command('retention')).toBe('1 erased.\n');
    expect(await handles()).toEqual([]);
    expect(await server.command('retention')).toBe('Nothing is due.\n');
    expect(await dryRun()).toBe('Nothing is due.\n');
  });
});
