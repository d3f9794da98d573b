import type { Switches } from './catalogue.ts';

export interface RoleSetting {
  readonly role: string;
  readonly name: string;
  readonly value: string;
}

/** Settings of a role that hold for its requests; PostgREST's own switches are none of PostgreSQL's. */
export function settingsByRole(
  settings: readonly RoleSetting[],
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const byRole = new Map<string, Record<string, string>>();
  for (const { role, name, value } of settings) {
    if (!appliesToTransactions(name)) continue;
    const own = byRole.get(role) ?? {};
    own[name] = value;
    byRole.set(role, own);
  }
  return byRole;
}

/** `search_path` is the request's own; a role's other settings are taken where their names are plain. */
function appliesToTransactions(name: string): boolean {
  return /^[a-z_]+$/.test(name) && !['search_path', 'role', 'session_authorization'].includes(name);
}

/** What `alter role <login role> set pgrst.<switch> = …` turns on (PostgREST, "In-Database Configuration"). */
export function switches(settings: readonly RoleSetting[], loginRole: string): Switches {
  const own = new Map(
    settings.filter(({ role }) => role === loginRole).map(({ name, value }) => [name, value]),
  );
  const isOn = (name: string) => /^(true|on|yes|1)$/i.test(own.get(name) ?? '');
  const maxRows = Number(own.get('pgrst.db_max_rows') ?? Number.NaN);
  const schemas = (own.get('pgrst.db_schemas') ?? '').split(',').map((schema) => schema.trim());
  return {
    schemas: schemas[0] ? schemas.filter((schema) => schema !== '') : null,
    aggregates: isOn('pgrst.db_aggregates_enabled'),
    plans: isOn('pgrst.db_plan_enabled'),
    rollback: (own.get('pgrst.db_tx_end') ?? '').endsWith('-allow-override'),
    maxRows: Number.isSafeInteger(maxRows) && maxRows >= 0 ? maxRows : null,
  };
}
