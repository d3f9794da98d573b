import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { differentProfiles, sameProfiles } from '../../fixtures/application-examples.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { applied, sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { startServer } from '../../harness/servers/server.ts';

describe('a second application (contract P3.3)', () => {
  test('with the same e-mail in another case is refused by name', async ({ server, page }) => {
    const row = await applied(server);
    const { status, error } = await page.apply(sampleApplication({ email: row.email.toUpperCase() }));
    expect(status).toBe(409);
    expect(error?.code).toBe('23505');
    expect(error?.message).toBe('duplicate key value violates unique constraint "applications_email_key"');
    expect(JSON.stringify(error)).not.toContain(row.email);
  });

  test.for(sameProfiles)(
    'with the profile spelled as %s is refused by name',
    async (urls, { server, page }) => {
      await forget(server);
      const [first, ...others] = urls;
      expect((await page.apply(sampleApplication({ linkedin: first! }))).error).toBeNull();
      for (const linkedin of others) {
        const { error } = await page.apply(sampleApplication({ linkedin }));
        expect([linkedin, error?.code]).toEqual([linkedin, '23505']);
        expect(error?.message).toContain('"applications_linkedin_key"');
      }
    },
  );

  test.for(differentProfiles)('with another profile than %s is accepted', async (urls, { server, page }) => {
    await forget(server);
    for (const linkedin of [...urls, null, null])
      expect((await page.apply(sampleApplication({ linkedin }))).error).toBeNull();
  });

  test('sent twenty times at once is stored once', async ({ server, page }) => {
    const row = sampleApplication();
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.apply(row)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    expect(await server.sql`select from public.applications where email = ${row.email}`).toHaveLength(1);
  });
});

// Sessions of the server keep plans that they made while the table was empty.
test('an application is looked up by index, also with plans of an empty table', async ({ server }) => {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const apply = (from: number, to: number, days = 0) =>
    client.query(`insert into public.applications (created_at, name, email, linkedin, sectors, ${questionColumns})
      select now() - make_interval(days => ${days}), 'Amber Sample', n || '@builders.example',
             'https://www.linkedin.com/in/sample-' || n, 'music', ${answersYes}
        from generate_series(${from}, ${to}) n`);
  const askForMail = async (number: number) => {
    await client.query(`insert into private.requested_mails (email) values ('${number}@builders.example')`);
    await client.query('select private.queue_requested_mails()');
  };
  const rowsRead = async () => {
    const { rows } = await client.query(`select idx_tup_fetch + seq_tup_read as count
      from pg_stat_xact_user_tables where relid = 'public.applications'::regclass`);
    return Number(rows[0].count);
  };
  await client.query('begin; delete from public.applications');
  // As the callers of queue_requested_mails have it.
  await client.query('set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan');
  // An expired application makes each later one look for it.
  await apply(1, 1, 8);
  await apply(2, 2);
  await askForMail(2);
  await apply(3, 300);
  const before = await rowsRead();
  await apply(301, 301);
  await askForMail(301);
  expect((await rowsRead()) - before).toBeLessThan(30);
});

describe('an application unconfirmed for seven days', () => {
  const age = (server: TestServer, email: string, days: number) =>
    server.sql`update public.applications set created_at = now() - make_interval(days => ${days})
      where email = ${email}`;

  test('is archived, not deleted, and frees its e-mail and its profile', async ({ server, page }) => {
    const row = await applied(server);
    await age(server, row.email, 6);
    expect((await page.apply(row)).error?.code).toBe('23505');
    await age(server, row.email, 8);
    expect((await page.apply(sampleApplication({ linkedin: row.linkedin }))).error).toBeNull();
    expect((await page.apply(sampleApplication({ email: row.email }))).error).toBeNull();
    const stored = await server.sql`select archived_at is null as living from public.applications
        where email = ${row.email} order by created_at`;
    expect(stored).toEqual([{ living: false }, { living: true }]);
  });

  test('keeps its place once it is confirmed or in review', async ({ server, page }) => {
    for (const change of ['email_confirmed_at = now()', "status = 'in_review', first_status = 'in_review'"]) {
      const row = await applied(server);
      await age(server, row.email, 30);
      await server.sql(`update public.applications set ${change} where email = $1`, [row.email]);
      expect((await page.apply(row)).error?.code).toBe('23505');
    }
  });

  test('is archived by the command, which prints the number, and by a server', async ({ server }) => {
    await forget(server);
    for (const days of [1, 8, 9]) {
      const row = await applied(server);
      await age(server, row.email, days);
    }
    expect(await server.command('applications', 'release')).toBe('2 applications archived.\n');
    expect(await server.command('applications', 'list', '--archived')).toContain('2 archived applications.');
    // A server does so when it starts, and every hour.
    await server.sql(`update public.applications set created_at = now() - interval '8 days'`);
    const copy = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
    onTestFinished(() => copy.stop());
    const living = () => server.sql('select from public.applications where archived_at is null');
    await expect.poll(living).toEqual([]);
  });
});

const forget = (server: TestServer) => server.sql('delete from public.applications');
