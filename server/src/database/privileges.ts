import type { ClientBase } from 'pg';
import { UserError } from '../configuration/user-error.ts';

/** The oldest PostgreSQL whose SQL our migrations speak. */
const OLDEST_VERSION = 15;

/** The roles that Supabase's API needs. The owner must be able to become each. */
const neededRoles = ['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin'];

/** Roles that migrations written for Supabase may name besides. */
const namedRoles = ['postgres', 'supabase_admin', 'dashboard_user'];

interface Standing {
  readonly version: number;
  readonly name: string;
  readonly database: string;
  readonly isSupabase: boolean;
  readonly isSuperuser: boolean;
  readonly mayMakeRoles: boolean;
  readonly passesRowSecurity: boolean;
  readonly mayMakeSchemas: boolean;
  readonly mayMakeTables: boolean;
  readonly missing: readonly string[];
  readonly ungranted: readonly string[];
}

/** Refuses a database that takes no migrations, with the statement that an administrator should run. */
export async function requirePrivileges(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Standing>(STANDING, [neededRoles, [...neededRoles, ...namedRoles]]);
  const sentence = refusal(rows[0]!);
  if (sentence) throw new UserError(sentence);
}

function refusal(now: Standing): string | null {
  const name = quote(now.name);
  const ask = (what: string, statement: string) =>
    `The role ${now.name} of DATABASE_URL may not ${what}: let an administrator run "${statement};", then try again.`;
  if (now.version < OLDEST_VERSION) {
    return `DATABASE_URL names PostgreSQL ${now.version}: version ${OLDEST_VERSION} or newer is needed.`;
  }
  if (now.isSupabase) {
    return 'DATABASE_URL names a database of Supabase, which brings its own services: build the site for it instead (docs/supabase.md).';
  }
  if (now.isSuperuser) return null;
  const mayMakeServiceRole = now.passesRowSecurity && now.version >= 16;
  const tooHard = now.missing.filter(
    (role) => !now.mayMakeRoles || (role === 'service_role' && !mayMakeServiceRole),
  );
  if (tooHard.length > 0) {
    const made = tooHard.map(
      (role) => `create role ${role} ${role === 'service_role' ? 'bypassrls ' : ''}noinherit`,
    );
    const simple = now.version >= 16 ? `alter role ${name} createrole bypassrls` : null;
    const ungranted = tooHard.filter((role) => neededRoles.includes(role));
    const granted =
      ungranted.length > 0 ? [`grant ${ungranted.join(', ')} to ${name} with admin option`] : [];
    return ask(`make the role ${tooHard.join(', ')}`, simple ?? [...made, ...granted].join('; '));
  }
  if (now.ungranted.length > 0) {
    const roles = now.ungranted.join(', ');
    return ask(`become ${roles}`, `grant ${roles} to ${name} with admin option`);
  }
  if (!now.mayMakeSchemas) {
    return ask('make schemas', `grant create on database ${quote(now.database)} to ${name}`);
  }
  if (!now.mayMakeTables)
    return ask('make tables', `grant create on schema public to ${name} with grant option`);
  return null;
}

const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

// A role counts as ungranted when we are no member of it and may not make ourselves one.
const STANDING = `
  select current_setting('server_version_num')::int / 10000 as version, r.rolname::text as name,
    current_database()::text as database, r.rolsuper as "isSuperuser", r.rolcreaterole as "mayMakeRoles",
    r.rolbypassrls as "passesRowSecurity", to_regclass('auth.schema_migrations') is not null as "isSupabase",
    has_database_privilege(current_database(), 'create') as "mayMakeSchemas",
    has_schema_privilege('public', 'create') as "mayMakeTables",
    array(select n.name from unnest($2::text[]) n(name)
      where not exists (select from pg_catalog.pg_roles o where o.rolname = n.name)) as missing,
    array(select o.rolname::text from pg_catalog.pg_roles o where o.rolname = any ($1)
      and not pg_has_role(current_user, o.oid, 'member')
      and not (r.rolcreaterole and current_setting('server_version_num')::int < 160000)) as ungranted
  from pg_catalog.pg_roles r where r.rolname = current_user`;
