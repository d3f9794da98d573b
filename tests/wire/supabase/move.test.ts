import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { numberedApplication, submitApplication } from '../../harness/applications.ts';
import {
  CLUSTER_PASSWORD,
  startPostgres,
  type TestPostgres,
} from '@solostead/server-testkit/databases/postgres';
import { refusedStart, runCommand, startServer, type TestServer } from '../../harness/servers/server.ts';
/** Moves to the project at `url`, which has a password. */
const move = ({ env }: TestServer, url: string, ...args: string[]) =>
  runCommand({ ...env, SUPABASE_DATABASE_URL: url }, 'move', ...args);

let supabase: TestPostgres;
let server: TestServer;
let target: string;

beforeAll(async () => {
  [supabase, server] = await Promise.all([startPostgres(), startServer()]);
  await supabase.sql(image);
  await supabase.sql(`create role reader login password '${CLUSTER_PASSWORD}'`);
  await supabase.sql('grant usage on schema auth, public to reader');
  target = supabase.url('postgres', 'project_owner');
  for (let number = 0; number < 20; number++) await submitApplication(server, numberedApplication(number));
  await server.addAdmin('admin@sample.example');
  await server.sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     select gen_random_uuid(), id, 'phone', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP' from auth.users`;
  await server.sql`insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     select id, '\\x01ff', '\\x02', 'key ring' from auth.users`;
  await server.sql(CODES);
  await server.sql('create schema elsewhere; create table elsewhere.cells as select 1 as n');
  await server.sql(`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users`);
  await server.addUser('leaver@sample.example');
});
afterAll(async () => {
  await server?.stop();
  await supabase?.stop();
});

test('applications, users with their hashes, identities, factors and roles arrive unchanged, and what is not moved is listed', async () => {
  const result = await move(server, target);
  expect(result).toMatch(/^public\.applications: 20 rows moved and compared$/m);
  expect(result).toMatch(/^auth\.users: 2 rows moved and compared/m);
  expect(result).toMatch(/^not moved: 1 sessions: people sign in again, .+$/m);
  expect(result).toMatch(/^not moved: 1 passkeys: the auth service there has no table for them, .+$/m);
  expect(result).toMatch(/^not moved: 1 rows of elsewhere\.cells$/m);
  expect(result).toMatch(/^not moved: 1 sets of recovery codes: the auth service there knows none, .+$/m);
  expect(await supabase.sql(APPLICATIONS)).toEqual(await server.sql(APPLICATIONS));
  expect(await supabase.sql(PEOPLE)).toEqual(await server.sql(PEOPLE));
  expect(await server.sql(PEOPLE)).toHaveLength(1);
  expect(await supabase.sql(PRESENT)).toEqual([{ n: 20 }]);
  // As Supabase's auth service reads them.
  expect(
    await supabase.sql('select distinct instance_id, confirmation_token, recovery_token from auth.users'),
  ).toEqual([
    { instance_id: '00000000-0000-0000-0000-000000000000', confirmation_token: '', recovery_token: '' },
  ]);
});

test('recovery codes and passkeys are moved if the auth service there supports them', async () => {
  await supabase.sql(`alter type auth.factor_type add value 'recovery_code'`);
  const platform = join(import.meta.dirname, '../../../server/src/database/platform');
  const tables = readFileSync(join(platform, '0040_auth_recovery_codes.sql'), 'utf8');
  await supabase.sql(tables.replace(/^alter type .*$/m, ''));
  await supabase.sql(CODES);
  const ddl = await server.value<string>`select string_agg(format('%I %s', column_name, udt_name), ', '
      order by ordinal_position) as ddl
     from information_schema.columns where table_schema = 'auth' and table_name = 'webauthn_credentials'`;
  await supabase.sql(`set role supabase_auth_admin;
    create table if not exists auth.webauthn_credentials (${ddl}, primary key (id))`);
  const result = await move(server, target);
  expect(result).toMatch(/^auth\.mfa_recovery_codes: 2 rows moved and compared$/m);
  expect(result).toMatch(/^auth\.webauthn_credentials: 1 rows moved and compared$/m);
  expect(result).not.toMatch(/passkeys|sets of recovery codes/);
  const passkeys = 'select * from auth.webauthn_credentials';
  expect(await supabase.sql(passkeys)).toEqual(await server.sql(passkeys));
});

test('closed applications stay closed, and what waits in the schema private is moved or listed by a sentence', async () => {
  await server.sql(`select private.set_intake(true, (current_date + 90)::text)`);
  await server.sql(
    `insert into private.opening_requests (email, confirmed_at) values ('later@sample.example', now())`,
  );
  const result = await move(server, target);
  for (const query of [INTAKE, 'select email from private.opening_requests'])
    expect(await supabase.sql(query)).toEqual(await server.sql(query));
  expect(await supabase.sql(INTAKE)).toMatchObject([{ intake_state: { closed: true } }]);
  // Every other table has a sentence that says what to do.
  expect(result).not.toMatch(/rows of private\./);
  await supabase.sql('select private.set_intake(false)');
  await move(server, target);
  expect(await supabase.sql(INTAKE)).toMatchObject([{ intake_state: { closed: false } }]);
  await server.sql('delete from private.opening_requests; select private.set_intake(false)');
});

test('another run moves the changes, keeps newer rows and repeats erasures', async () => {
  await server.sql(`delete from auth.mfa_recovery_codes where code_hash = 'first'`);
  await submitApplication(server, numberedApplication('later'));
  await server.sql`select private.change_status(array(select id from public.applications
    where email like 'builder-3@%'), 'in_review', 'move')`;
  await server.sql(erasing('builder-5'));
  await server.sql(`select private.erase_account(id) from auth.users where email like 'leaver@%'`);
  await supabase.sql(
    `insert into auth.users (id, email, instance_id) values (gen_random_uuid(), 'there@sample.example', '00000000-0000-0000-0000-000000000000')`,
  );
  const result = await move(server, target);
  expect(result).toMatch(/^erased there too, as one side had erased them: 2$/m);
  expect(result).toMatch(/^public\.applications: 20 rows moved and compared/m);
  expect(result).toMatch(/^auth\.users: 1 rows moved and compared, 2 more there already/m);
  expect(await supabase.sql(APPLICATIONS)).toEqual(await server.sql(APPLICATIONS));
  for (const query of [ERASURES, EVENTS, EVER, CODE_HASHES])
    expect(await supabase.sql(query)).toEqual(await server.sql(query));
  expect(await supabase.sql(EVER)).toEqual([{ n: 21 }]);
  expect(await supabase.sql(CODE_HASHES)).toMatchObject([{ code_hash: 'second' }]);
});

test('applicants still know what they were told, in however many emails, and hear it once', async () => {
  await server.sql(`
    update public.applications set email_confirmed_at = now() where email like 'builder-7@%';
    select private.change_status(array(select id from public.applications where email like 'builder-7@%'), 'declined', 'move', null,
      private.mail_to_send('{"subject": "No", "body": "Not now.", "to": "any"}', 'declined'));
    update private.messages set state = 'sent', sent_at = now() where kind = 'review';
    -- Two pages.
    insert into private.messages (application_id, kind, state, sent_at, about, period, subject, body)
    select application_id, kind, state, sent_at, about, period, subject, body
      from private.messages, generate_series(1, 1000) where kind = 'review'`);
  for (const [database, ...direction] of [[supabase], [server, '--back']] as const) {
    await move(server, target, ...direction);
    expect(await database.sql(PAGE)).toMatchObject([{ status: 'declined', apply_again: { is_open: false } }]);
    expect(await database.sql(`select from private.messages where kind = 'review'`)).toHaveLength(1001);
  }
});

test('an erased application there does not return, and the way back erases it here', async () => {
  await supabase.sql(erasing('builder-6'));
  await move(server, target);
  expect(await supabase.sql(PRESENT)).toEqual([{ n: 19 }]);
  expect(await supabase.sql(EVER)).toEqual([{ n: 21 }]);
  await supabase.sql(
    `select private.change_status(array(select id from public.applications where email like 'builder-4@%'), 'in_review', 'move');
     update auth.users set encrypted_password = 'changed there' where email = 'admin@sample.example'`,
  );
  const result = await move(server, target, '--back');
  expect(result).toMatch(/^erased there too, .+: 1$/m);
  expect(result).toMatch(/^public\.applications: 19 rows moved and compared/m);
  expect(result).toMatch(/^auth\.users: 2 rows moved and compared/m);
  for (const query of [APPLICATIONS, PEOPLE, ERASURES, EVER])
    expect(await server.sql(query)).toEqual(await supabase.sql(query));
  expect(await server.column(`select email from auth.users order by email`)).toEqual([
    'admin@sample.example',
    'there@sample.example',
  ]);
});

test('a new server accepts all of it, and each database records the ids of those its rows came from', async () => {
  const fresh = await startServer();
  try {
    // Databases of tests begin as copies of one.
    await fresh.sql('update solostead.installation set id = gen_random_uuid()');
    await move(fresh, target, '--back');
    const [ours, theirs, third] = await Promise.all([server, supabase, fresh].map(lineageOf));
    expect(ours!.former).toEqual([theirs!.id]);
    expect(theirs!.former).toEqual([ours!.id]);
    expect(third!.former).toEqual([ours!.id, theirs!.id].toSorted());
    expect(new Set([ours, theirs, third].map((one) => one!.id)).size).toBe(3);
    expect(await fresh.sql(PRESENT)).toEqual(await supabase.sql(PRESENT));
    expect(await fresh.sql(APPLICATIONS)).toEqual(await supabase.sql(APPLICATIONS));
    expect(await fresh.sql(PEOPLE)).toEqual(await supabase.sql(PEOPLE));
    expect((await submitApplication(fresh, numberedApplication('afterwards'))).status).toBe(201);
  } finally {
    await fresh.stop();
  }
});

const lineageOf = async ({ sql }: Pick<TestServer, 'sql'> | TestPostgres) =>
  (await sql('select id, former::text[] from solostead.installation'))[0] as { id: string; former: string[] };

test('a database that cannot be moved is refused without changes', async () => {
  const clash = { ...numberedApplication('clash'), linkedin: null };
  await supabase.sql(
    `insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
     values ('${clash.name}', '${clash.email}', null, '${clash.sectors}', ${answersYes})`,
  );
  await submitApplication(server, numberedApplication('clash'));
  const before = await supabase.sql(APPLICATIONS);
  await expect(move(server, target)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^public\.applications cannot be moved: .*applications_email_key.*\n$/),
  });
  expect(await supabase.sql(APPLICATIONS)).toEqual(before);
});

test('a role without write access there gets an error, and nothing is stored', async () => {
  await expect(move(server, supabase.url('postgres', 'reader'))).rejects.toMatchObject({
    stderr: expect.stringMatching(/^The role reader may not .+: .+\.\n$/),
  });
});

test.each([
  ['a database that is not Supabase', () => supabase.url('template1'), /it has no table auth\.users\.\n$/],
  [
    'a database of our own server',
    () => server.databaseUrl,
    /: use npm run solostead -- backup and restore\.\n$/,
  ],
])('%s is refused in one sentence', async (_title, url, expected) => {
  await expect(move(server, url())).rejects.toMatchObject({
    stderr: expect.stringMatching(expected),
  });
});

test('retention runs there with the service role, as a scheduler calls it', async () => {
  await supabase.sql(`update public.applications set created_at = now() - interval '2 months'`);
  await supabase.sql('set role service_role; select public.apply_retention(); reset role');
  expect(await supabase.sql(`select from public.applications where status = 'submitted'`)).toEqual([]);
});

test('our server refuses to run on it, because it has other services', async () => {
  const { stderr } = await refusedStart({ env: { DATABASE_URL: target } });
  expect(stderr).toMatch(/^DATABASE_URL names a database of Supabase, .+\.\n$/);
});

const image = readFileSync(join(import.meta.dirname, '../../fixtures/supabase/image.sql'), 'utf8');

const APPLICATIONS = `select * from public.applications order by email`;
/** The content of an applicant’s page. */
const PAGE = `select v.* from public.applications a, jsonb_to_record(private.applicant_view(a.id)) as v (status text, apply_again jsonb)
  where a.email like 'builder-7@%'`;
const PRESENT = 'select count(*)::integer as n from public.applications';
const erasing = (handle: string) =>
  `select private.erase_application(id, 'owner') from public.applications where email like '${handle}@%'`;
const ERASURES = 'select id, reason from private.erasures order by 1';
const EVENTS = 'select count(*)::integer as n from public.application_events';
/** The number of applications that ever came. */
const EVER = `select ((select count(*) from public.applications)
  + (select sum(applications) from private.erased_facts where fact = 'received'))::integer as n`;
/** A set of two recovery codes for the admin. */
const CODES = `with factor as (
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'Recovery codes', 'recovery_code', 'verified', now(), now() from auth.users where email like 'admin@%' returning *),
  code_set as (insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id)
    select gen_random_uuid(), user_id, id from factor returning *)
  insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
  select gen_random_uuid(), id, hash from code_set, unnest(array['first', 'second']) as hash`;
const CODE_HASHES = `select s.user_id, c.code_hash from auth.mfa_recovery_codes c
  join auth.mfa_recovery_code_sets s on s.id = c.mfa_recovery_code_set_id order by 2`;
const INTAKE = 'select public.intake_state()';

const PEOPLE = `select u.id, u.email, u.encrypted_password, u.raw_app_meta_data, i.provider_id, i.identity_data, f.secret, r.role
  from auth.users u join auth.identities i on i.user_id = u.id join auth.mfa_factors f on f.user_id = u.id and f.factor_type = 'totp'
  join public.user_roles r on r.user_id = u.id`;
