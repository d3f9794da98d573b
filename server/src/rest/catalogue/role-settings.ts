import { unsupportedSettings } from '../errors.ts';
import type { QualifiedName, Switches } from './catalogue.ts';

export interface RoleSetting {
  readonly role: string;
  readonly name: string;
  readonly value: string;
}

/** Returns a role's settings for its requests. PostgREST's own switches are not PostgreSQL settings. */
export function settingsByRole(
  settings: readonly RoleSetting[],
): ReadonlyMap<string, Readonly<Record<string, string>>> {
  // PostgreSQL stores some names in mixed case (`TimeZone`), and reads them in any.
  const named = settings.map((setting) => ({ ...setting, name: setting.name.toLowerCase() }));
  const applied = named.filter(({ name }) => appliesToTransactions(name));
  const byRole = [...Map.groupBy(applied, ({ role }) => role)];
  const valuesOf = (own: readonly RoleSetting[]) => own.map(({ name, value }) => [name, value] as const);
  return new Map(byRole.map(([role, own]) => [role, Object.fromEntries(valuesOf(own))]));
}

/** The request sets `search_path` itself. A role's other settings apply if their names are plain. */
const appliesToTransactions = (name: string): boolean =>
  /^[a-z_]+$/.test(name) && !['search_path', 'role', 'session_authorization'].includes(name);

/** Settings of PostgREST's own process, which change no answer. */
const OF_ITS_PROCESS = /^pgrst\.(db_pool|db_prepared_statements|db_channel|log_|server_|jwt_cache_|admin_)/;

/** Settings that are read below. */
const supported = [
  'db_schemas',
  'db_aggregates_enabled',
  'db_plan_enabled',
  'db_tx_end',
  'db_max_rows',
  'db_extra_search_path',
  'db_pre_request',
  'openapi_mode',
].map((name) => `pgrst.${name}`);

/**
 * Reads the switches of `alter role <login role> set pgrst.<switch> = …` (PostgREST, "In-Database Configuration").
 * `searchPath` lists the schemas of the server's configuration.
 * @throws a refusal that names what is set and would be ignored
 */
export function switches(
  settings: readonly RoleSetting[],
  loginRole: string,
  searchPath: readonly string[],
): Switches {
  const own = new Map(
    settings.filter(({ role }) => role === loginRole).map(({ name, value }) => [name, value]),
  );
  const ignored = [...own.keys()].filter(
    (name) => name.startsWith('pgrst.') && !supported.includes(name) && !OF_ITS_PROCESS.test(name),
  );
  const txEnd = own.get('pgrst.db_tx_end') ?? 'commit';
  // The others roll back, and this service commits.
  if (!['commit', 'commit-allow-override'].includes(txEnd)) ignored.push('pgrst.db_tx_end');
  if (ignored.length > 0) throw unsupportedSettings(ignored, loginRole);
  const isOn = (name: string) => /^(true|on|yes|1)$/i.test(own.get(name) ?? '');
  const maxRows = Number(own.get('pgrst.db_max_rows') ?? Number.NaN);
  const list = (name: string) =>
    own
      .get(name)
      ?.split(',')
      .map((schema) => schema.trim())
      .filter((schema) => schema !== '');
  const schemas = list('pgrst.db_schemas') ?? [];
  return {
    schemas: schemas.length > 0 ? schemas : null,
    aggregates: isOn('pgrst.db_aggregates_enabled'),
    plans: isOn('pgrst.db_plan_enabled'),
    openApi: openApiMode(own.get('pgrst.openapi_mode')),
    rollback: txEnd === 'commit-allow-override',
    maxRows: Number.isSafeInteger(maxRows) && maxRows >= 0 ? maxRows : null,
    extraSearchPath: list('pgrst.db_extra_search_path') ?? searchPath,
    preRequest: qualifiedName(own.get('pgrst.db_pre_request') ?? ''),
  };
}

const openApiMode = (text: string | undefined): Switches['openApi'] =>
  text === 'ignore-privileges' || text === 'disabled' ? text : 'follow-privileges';

function qualifiedName(text: string): QualifiedName | null {
  if (text === '') return null;
  const at = text.indexOf('.');
  return at < 0 ? { schema: 'public', name: text } : { schema: text.slice(0, at), name: text.slice(at + 1) };
}
