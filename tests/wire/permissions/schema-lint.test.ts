import { beforeAll, describe, expect, test } from 'vitest';
import { sharedTwoDatabases, type TwoDatabases } from './two-databases.ts';

let both: TwoDatabases;
beforeAll(async () => {
  both = await sharedTwoDatabases();
});

describe.each(['ours', 'likeSupabase'] as const)('the schema of the database %s', (which) => {
  const names = async (text: string) =>
    (await both[which].sql<{ name: string }>(text)).map(({ name }) => name);

  test('has no policy that is always true, except the listed ones', async () => {
    const found = await names(`
      select format('%s: %s', tablename, policyname) as name from pg_policies
       where schemaname in ('public', 'private') and 'true' in (coalesce(qual, ''), coalesce(with_check, '')) order by 1`);
    expect(found).toEqual(open);
  });

  test('has no policy for the public role', async () => {
    const found = await names(`
      select format('%s: %s', tablename, policyname) as name from pg_policies
       where schemaname in ('public', 'private') and 'public' = any (roles)`);
    expect(found).toEqual([]);
  });

  test('lets no role execute functions by default', async () => {
    const found = await names(`
      select p.oid::regprocedure::text as name
        from pg_proc p
       cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as acl
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and acl.grantee = 0
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
    expect(found).toEqual([]);
  });

  test('grants nothing to the public role', async () => {
    const found = await names(`
      select c.oid::regclass::text as name from pg_class c cross join aclexplode(c.relacl) as acl
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and acl.grantee = 0`);
    expect(found).toEqual([]);
  });

  test('has row-level security or no grants on tables outside the data API', async () => {
    const found = await names(`
      select c.oid::regclass::text as name from pg_class c
       where c.relnamespace in ('private'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p')
         and not c.relrowsecurity
         and (has_table_privilege('anon', c.oid, 'select, insert, update, delete')
           or has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))`);
    expect(found).toEqual([]);
  });

  test('compiles no plan of a function that disables kinds of plans', async () => {
    const settings = await names(`
      select p.proname || ': ' || array_to_string(p.proconfig, ' ') as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and array_to_string(p.proconfig, ' ') ~ '\\menable_\\w+=off'`);
    expect(settings.some((setting) => setting.startsWith('follow_changed_applications: '))).toBe(true);
    expect(settings.filter((setting) => !/ jit=off( |$)/.test(setting))).toEqual([]);
  });

  test.each([
    'export_page',
    'fold_application_tally',
    'queue_forgotten_mails',
    'release_access_log',
    'release_applications',
    'review_access_log',
    'review_access_log_export',
    'review_export',
    'review_list',
    'review_many',
    'review_pulse',
    'review_undo',
    'tally_applications_anew',
  ])('compiles no plan of %s, which can read all rows', async (name) => {
    const settings = await names(`
      select array_to_string(p.proconfig, ' ') as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proname = '${name}'`);
    expect(settings).toEqual([expect.stringMatching(/ jit=off( |$)/)]);
  });

  test('runs views with the rights of the caller', async () => {
    const found = await names(`
      select c.oid::regclass::text as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
         and not coalesce('security_invoker=true' = any (c.reloptions), false)`);
    expect(found).toEqual([]);
  });

  test('gives every function that runs as its owner an empty search path, in any schema', async () => {
    const found = await names(`
      select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
         and p.prosecdef and not coalesce('search_path=""' = any (p.proconfig), false)`);
    expect(found).toEqual([]);
  });

  test('has an index for every foreign key, except the listed ones', async () => {
    const found = await names(`
      select format('%s: %s', k.conrelid::regclass, k.conname) as name
        from pg_constraint k
       where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not exists (
           select from pg_index i
            where i.indrelid = k.conrelid and i.indisvalid
              and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`);
    expect(found).toEqual(withoutIndex);
  });
});

/** The policies without a condition, a visitor's application (contract P3.2) and the lab's public terms. */
const open = ['applications: anyone may apply', 'lab_terms: anyone may read the terms'];

/**
 * Foreign keys to rows that nothing removes, or that are removed with the application, whose index finds them.
 * Another index would cost every new application or mail.
 */
const withoutIndex = ['applications: applications_current_period_fkey', 'private.mails: mails_period_fkey'];
