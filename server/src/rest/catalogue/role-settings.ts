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
  const byRole = new Map<string, Record<string, string>>();
  for (const { role, name, value } of named.filter(appliesToTransactions))
    byRole.set(role, { ...byRole.get(role), [name]: value });
  return byRole;
}

/** The request sets `search_path` itself. A role's other settings apply if their names are plain. */
const appliesToTransactions = ({ name }: RoleSetting): boolean =>
  /^[a-z_]+$/.test(name) && !['search_path', 'role', 'session_authorization'].includes(name);

/** Settings of PostgREST's own process, which change no answer. */
const OF_ITS_PROCESS = /^(db_pool|db_prepared_statements|db_channel|log_|server_|jwt_cache_|admin_)/;

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
];

/**
 * Reads the switches of `alter role <login role> set pgrst.<switch> = …` (PostgREST, "In-Database Configuration"), and
 * `safeupdate.enabled` of the extension that Supabase loads for this role.
 * `searchPath` lists the schemas of the server's configuration.
 * @throws a refusal that names what is set and would be ignored
 */
export function switches(
  settings: readonly RoleSetting[],
  loginRole: string,
  searchPath: readonly string[],
): Switches {
  const own = new Map(
    settings
      .filter(({ role, name }) => role === loginRole && name.startsWith('pgrst.'))
      .map(({ name, value }) => [name.slice('pgrst.'.length), value]),
  );
  const ignored = [...own.keys()].filter((name) => !supported.includes(name) && !OF_ITS_PROCESS.test(name));
  const txEnd = own.get('db_tx_end') ?? 'commit';
  // The others roll back, and this service commits.
  if (!['commit', 'commit-allow-override'].includes(txEnd)) ignored.push('db_tx_end');
  if (ignored.length > 0) throw unsupportedSettings(ignored, loginRole);
  const safeUpdate = settings.findLast(
    ({ role, name }) => role === loginRole && name.toLowerCase() === 'safeupdate.enabled',
  );
  const isOn = (name: string) => /^(true|on|yes|1)$/i.test(own.get(name) ?? '');
  const maxRows = Number(own.get('db_max_rows') ?? Number.NaN);
  const list = (name: string) =>
    own
      .get(name)
      ?.split(',')
      .map((schema) => schema.trim())
      .filter((schema) => schema !== '');
  const schemas = list('db_schemas') ?? [];
  return {
    schemas: schemas.length > 0 ? schemas : null,
    aggregates: isOn('db_aggregates_enabled'),
    plans: isOn('db_plan_enabled'),
    openApi: openApiMode(own.get('openapi_mode')),
    rollback: txEnd === 'commit-allow-override',
    needsFilter: !/^(false|off|no|0)$/i.test(safeUpdate?.value ?? ''),
    maxRows: Number.isSafeInteger(maxRows) && maxRows >= 0 ? maxRows : null,
    extraSearchPath: list('db_extra_search_path') ?? searchPath,
    preRequest: qualifiedName(own.get('db_pre_request') ?? ''),
  };
}

const openApiMode = (text: string | undefined): Switches['openApi'] =>
  text === 'ignore-privileges' || text === 'disabled' ? text : 'follow-privileges';

function qualifiedName(text: string): QualifiedName | null {
  if (text === '') return null;
  const at = text.indexOf('.');
  return at < 0 ? { schema: 'public', name: text } : { schema: text.slice(0, at), name: text.slice(at + 1) };
}
