import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../harness/servers/server.ts';
import { functions, tables } from './expectations.ts';
import { sharedTwoDatabases, type TwoDatabases } from './two-databases.ts';

let both: TwoDatabases;
beforeAll(async () => {
  both = await sharedTwoDatabases();
});

describe.each(['ours', 'likeSupabase'] as const)('the catalogue of the database %s', (which) => {
  const sql = <Row extends object>(text: string) => both[which].sql<Row>(text);

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
    expect(rights.toSorted()).toEqual(await expectedRights(both[which]));
  });

  test('grants nothing on sequences', async () => {
    const found = await sql(
      `select c.relname, r.role from pg_class c cross join unnest(array['anon', 'authenticated']) as r (role)
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
          and has_sequence_privilege(r.role, c.oid, 'SELECT, USAGE, UPDATE')`,
    );
    expect(found).toEqual([]);
  });

  test('has row-level security on every table', async () => {
    const found = await sql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relrowsecurity`,
    );
    expect(found).toEqual([]);
  });

  test('allows each function to its roles and to no lesser role', async () => {
    const found = await sql<{ name: string; roles: string[] }>(
      `select p.proname as name,
          array(select r from unnest(array['anon', 'authenticated', 'service_role']) as r
                 where has_function_privilege(r, p.oid, 'execute')) as roles
         from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
    );
    const order = ['anon', 'authenticated', 'service_role'];
    expect(Object.fromEntries(found.map(({ name, roles }) => [name, roles[0]]))).toEqual(functions);
    for (const { name, roles } of found) {
      const lowest = order.indexOf(functions[name]!);
      // The service role may have members' rights. A role below them may not.
      expect([name, roles.filter((role) => order.indexOf(role) < lowest)]).toEqual([name, []]);
    }
  });

  test('keeps the schema private to itself', async () => {
    const found = await sql(
      `select r from unnest(array['anon', 'authenticated']) as r where has_schema_privilege(r, 'private', 'usage')
        or has_schema_privilege(r, 'public', 'create')`,
    );
    expect(found).toEqual([]);
  });
});

/** `role verb column` for every right that anon or authenticated have on tables, `*` without columns. */
const TABLE_RIGHTS = `
  select c.relname as table, r.role, v.verb, a.attname as column
    from pg_class c
   cross join unnest(array['anon', 'authenticated']) as r (role)
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE']) as v (verb)
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     and has_column_privilege(r.role, c.oid, a.attnum, v.verb)
  union all
  select c.relname, r.role, v.verb, '*'
    from pg_class c
   cross join unnest(array['anon', 'authenticated']) as r (role)
   cross join unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as v (verb)
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     and has_table_privilege(r.role, c.oid, v.verb)`;

async function expectedRights(server: TestServer): Promise<string[]> {
  const rights: string[] = [];
  for (const [table, { readBy, inserts, updates, deletes }] of Object.entries(tables)) {
    const columns = await server.sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = ('public.' || $1)::regclass and attnum > 0
        and not attisdropped`,
      [table],
    );
    const add = (role: string, verb: string, names: readonly string[] = []) =>
      rights.push(...names.map((name) => `${table} ${role} ${verb} ${name}`));
    const names = columns.map(({ name }) => name);
    if (readBy !== 'none') add('authenticated', 'SELECT', names);
    if (readBy === 'anyone') add('anon', 'SELECT', names);
    add('anon', 'INSERT', inserts?.anon);
    add('authenticated', 'INSERT', inserts?.authenticated);
    add('authenticated', 'UPDATE', updates?.authenticated);
    if (deletes?.authenticated) add('authenticated', 'DELETE', ['*']);
  }
  return rights.toSorted();
}
