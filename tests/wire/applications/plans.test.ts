import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting();

test.beforeAll(async ({ server }) => {
  await server.sql('create schema tests');
  await server.sql(`
    create function tests.plan(statement text) returns setof text
    language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    begin
      execute 'prepare asked (text) as ' || statement;
      return query execute 'explain (costs off) execute asked (null)';
      deallocate asked;
    end $$`);
});

// Sessions of the server keep plans that they made while the table was empty (migration create_applications).
test.for([
  ['applications_email_key', `case when archived_at is null then private.email_key(email) end = $1`],
  ['applications_linkedin_key', `case when archived_at is null then linkedin_profile end = $1`],
])('a plan of an empty table looks up %s instead of reading it', async ([index, condition], { server }) => {
  const plan = await planOf(server, `select id from public.applications where ${condition}`);
  expect(plan).toContain(index);
  expect(plan).toContain('Index Cond:');
  expect(plan).not.toMatch(/Filter|Seq Scan/);
});

test('both functions that look up applications use exactly these conditions', async ({ server }) => {
  const sources = await server.sql<{ prosrc: string }>`
    select prosrc from pg_proc where proname in ('make_room', 'queue_asked_mails')`;
  expect(sources).toHaveLength(2);
  for (const { prosrc } of sources)
    expect(prosrc).toContain('case when a.archived_at is null then private.email_key(a.email) end');
});

test('the functions for expired applications use the same query', async ({ server }) => {
  const sources = await server.sql<{ source: string }>(
    String.raw`select regexp_replace(regexp_replace(prosrc, '\m[ae]\.', '', 'g'), '\s+', ' ', 'g') as source
      from pg_proc where proname in ('make_room', 'receive_application', 'release_applications')`,
  );
  expect(sources).toHaveLength(3);
  for (const { source } of sources)
    expect(source).toContain(
      `email_confirmed_at is null and status = 'submitted' and created_at < now() - interval '7 days'`,
    );
});

test('the index of unconfirmed rows finds expired ones, on an empty table too', async ({ server }) => {
  const plan = await planOf(
    server,
    `select from public.applications a
      where a.archived_at is null and a.email_confirmed_at is null and a.status = 'submitted'
        and a.created_at < now() - interval '7 days' and $1 is null`,
  );
  expect(plan).toMatch(/Index Only Scan using applications_unconfirmed_idx/);
  expect(plan).toContain('Index Cond:');
});

test.for([
  ['https://www.linkedin.com/in/jane', 'jane'],
  ['https://www.linkedin.com/in/Jane-Doe_1', 'jane-doe_1'],
  ['https://www.linkedin.com/in/', ''],
  ['https://www.linkedin.com/in/jane/', null],
  ['https://www.linkedin.com/in/jane?x=1', null],
  ['https://www.linkedin.com/in/jane#x', null],
  ['https://www.linkedin.com/in/jan%C3%A9', null],
  ['https://www.linkedin.com/in/jané', null],
  ['https://de.linkedin.com/in/jane', null],
  ['https://WWW.linkedin.com/in/jane', null],
  ['http://www.linkedin.com/in/jane', null],
  [null, null],
])('the fast path reads %s as %s, as the slow one does', async ([address, profile], { server }) => {
  const row = await server.row`select private.plain_profile(${address}) as short,
            private.linkedin_profile(private.profile_alone(${address})) as long,
            private.profile_alone(${address}) as stored`;
  expect(row!['short']).toBe(profile);
  if (profile !== null) expect(row).toMatchObject({ long: profile, stored: address });
});

const planOf = async (server: TestServer, statement: string) =>
  (await server.column<string>`select tests.plan(${statement})`).join('\n');
