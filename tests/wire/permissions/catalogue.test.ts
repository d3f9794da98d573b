import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, startServer, type TestServer } from '../../harness/servers/server.ts';
import { functions, tables } from './expectations.ts';
import { TABLE_RIGHTS } from './rights.ts';

let servers: readonly TestServer[];
beforeAll(async () => {
  const ours = await sharedServer();
  servers = [ours, await startLikeSupabase(ours)];
});
afterAll(async () => {
  await servers?.[1]?.stop();
  await servers?.[0]?.sql('drop database like_supabase with (force)');
});

/** Names that the catalogue must not contain, as queries, with the exceptions. */
const forbidden: readonly (readonly [rule: string, query: string, exceptions?: readonly string[]])[] = [
  [
    'grants nothing on sequences',
    `select c.relname as name from pg_class c cross join unnest(array['anon', 'authenticated']) as r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        and has_sequence_privilege(r.role, c.oid, 'SELECT, USAGE, UPDATE')`,
  ],
  [
    'has row-level security on every table',
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relrowsecurity`,
  ],
  [
    'has row-level security or no grants on tables outside the data API',
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('private'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p')
        and not c.relrowsecurity
        and (has_table_privilege('anon', c.oid, 'select, insert, update, delete')
          or has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))`,
  ],
  [
    'keeps the schema private to itself',
    `select r as name from unnest(array['anon', 'authenticated']) as r
      where has_schema_privilege(r, 'private', 'usage') or has_schema_privilege(r, 'public', 'create')`,
  ],
  [
    'has no policy that is always true, except a visitor’s application (contract P3.2) and the lab’s public terms',
    `select format('%s: %s', tablename, policyname) as name from pg_policies
      where schemaname in ('public', 'private') and 'true' in (coalesce(qual, ''), coalesce(with_check, '')) order by 1`,
    ['applications: anyone may apply', 'lab_terms: anyone may read the terms'],
  ],
  [
    'has no policy for the public role',
    `select format('%s: %s', tablename, policyname) as name from pg_policies
      where schemaname in ('public', 'private') and 'public' = any (roles)`,
  ],
  [
    'lets no role execute functions by default',
    `select p.oid::regprocedure::text as name
       from pg_proc p
      cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and acl.grantee = 0
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  ],
  [
    'grants nothing to the public role',
    `select c.oid::regclass::text as name from pg_class c cross join aclexplode(c.relacl) as acl
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and acl.grantee = 0`,
  ],
  [
    'grants nothing on the access log and on webhooks to any key',
    `select t || ': ' || r as name
       from unnest(array['public.access_log', 'public.access_log_content', 'private.exports',
         'private.webhooks', 'private.webhook_secrets', 'private.messages']) as t
      cross join unnest(array['anon', 'authenticated', 'service_role']) as r
      where has_table_privilege(r, t, 'select, insert, update, delete, truncate')
         or has_any_column_privilege(r, t, 'select')
         or has_sequence_privilege(r, 'public.access_log_id_seq', 'select, usage, update')`,
  ],
  [
    'runs views with the rights of the caller',
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
        and not coalesce('security_invoker=true' = any (c.reloptions), false)`,
  ],
  [
    'gives every function that runs as its owner an empty search path, in any schema',
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
        and p.prosecdef and not coalesce('search_path=""' = any (p.proconfig), false)`,
  ],
  [
    // A disabled plan costs so much that PostgreSQL up to 17 would compile each.
    'compiles no plan of a function that disables kinds of plans',
    `select proname as name from pg_proc
      where array_to_string(proconfig, ' ') ~ '\\menable_\\w+=off' and not 'jit=off' = any (proconfig)`,
  ],
  [
    // Each has a comment with its reason and figure.
    'leaves plans to the planner, with few exceptions',
    `select proname as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and array_to_string(proconfig, ' ') ~ '\\m(enable_\\w+|plan_cache_mode|jit|\\w+_collapse_limit|geqo)='
      order by 1`,
    [
      'due_mails',
      'follow_changed_applications',
      'queue_webhooks_of_changes',
      'remind_of_assignments',
      'review_numbers',
    ],
  ],
  [
    // Its plan is made once for each session, often for one row, and serves thousands later: compared each with each,
    // six thousand changes took eighteen seconds.
    'joins the rows of a change by key',
    `select proname as name from pg_proc
      where proname = 'follow_changed_applications' and not proconfig @> '{enable_nestloop=off}'`,
  ],
  [
    // Nothing removes the rows that these name, or they are removed with the application, whose index finds them.
    // Another index would cost every new application or mail.
    'has an index for every foreign key, except the listed ones',
    `select format('%s: %s', k.conrelid::regclass, k.conname) as name
       from pg_constraint k
      where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i
           where i.indrelid = k.conrelid and i.indisvalid
             and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)
       order by 1`,
    [
      'applications: applications_current_period_fkey',
      'private.erased_facts: erased_facts_reason_fkey',
      'private.messages: messages_period_fkey',
    ],
  ],
];

describe.each([
  ['ours', 0],
  ['likeSupabase', 1],
])('the catalogue of the database %s', (_title, which) => {
  const sql = <Row extends object>(text: string) => servers[which]!.sql<Row>(text);

  test.for(forbidden)('%s', async ([_rule, query, exceptions = []]) => {
    expect((await sql<{ name: string }>(query)).map(({ name }) => name)).toEqual(exceptions);
  });

  test('has no table without expectations', async () => {
    const found = await sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(Object.keys(tables).toSorted());
  });

  test('has the expected grants on tables and no others', async () => {
    const found = await sql<{ table: string; role: string; verb: string; column: string }>(TABLE_RIGHTS);
    const rights = found.map(({ table, role, verb, column }) => `${table} ${role} ${verb} ${column}`);
    expect(rights.toSorted()).toEqual(await expectedRights(servers[which]!));
  });

  test('allows each function to its roles and to no lesser role', async () => {
    const found = await sql<{ name: string; roles: string[] }>(
      `select p.proname as name,
          array(select r from unnest(array['anon', 'authenticated', 'service_role']) as r
                 where has_function_privilege(r, p.oid, 'execute')) as roles
         from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
    );
    const order = ['anon', 'authenticated', 'service_role'];
    const keys = Object.entries(functions).map(([name, caller]) => [name, keyOf(caller)]);
    expect(found.map(({ name, roles }) => [name, roles[0]])).toEqual(keys.toSorted());
    for (const { name, roles } of found) {
      const lowest = order.indexOf(keyOf(functions[name]!));
      // The service role may have members' rights. A role below them may not.
      expect([name, roles.filter((role) => order.indexOf(role) < lowest)]).toEqual([name, []]);
    }
  });
});

/** Members call with the key of those who are signed in. */
const keyOf = (caller: string) =>
  ['reader', 'reviewer', 'owner'].includes(caller) ? 'authenticated' : caller;

async function expectedRights(server: TestServer): Promise<string[]> {
  const rights: string[] = [];
  for (const [table, { readBy, inserts, updates, deletes }] of Object.entries(tables)) {
    const names = await server.column<string>`
      select attname as name from pg_attribute where attrelid = ('public.' || ${table})::regclass and attnum > 0
        and not attisdropped`;
    const add = (role: string, verb: string, names: readonly string[] = []) =>
      rights.push(...names.map((name) => `${table} ${role} ${verb} ${name}`));
    if (readBy !== 'none') add('authenticated', 'SELECT', names);
    if (readBy === 'anyone') add('anon', 'SELECT', names);
    add('anon', 'INSERT', inserts?.anon);
    add('authenticated', 'INSERT', inserts?.authenticated);
    add('authenticated', 'UPDATE', updates?.authenticated);
    if (deletes?.authenticated) add('authenticated', 'DELETE', ['*']);
  }
  return rights.toSorted();
}

/**
 * Starts a server on another database in the same PostgreSQL, whose default privileges grant everything to everyone,
 * as Supabase's do.
 */
async function startLikeSupabase(ours: TestServer): Promise<TestServer> {
  await ours.sql('create database like_supabase');
  const url = new URL(ours.databaseUrl);
  url.pathname = '/like_supabase';
  const client = new pg.Client(url.href);
  await client.connect();
  for (const kind of ['tables', 'sequences', 'functions'])
    await client.query(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
    );
  await client.end();
  return startServer({ env: { DATABASE_URL: url.href } });
}
