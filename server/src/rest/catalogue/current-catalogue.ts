import * as queries from './queries.ts';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import { catalogueUnavailable, RestError } from '../errors.ts';
import type { Catalogue } from './catalogue.ts';
import { switches, type RoleSetting } from './role-settings.ts';
import { assemble, type CatalogueRows } from './assemble.ts';

export type CurrentCatalogue = Awaited<ReturnType<typeof followCatalogue>>;

/** Reads the catalogue now and at each `notify pgrst, 'reload schema'`. The next request retries a failed read. */
export async function followCatalogue(database: Database, configured: ConfiguredSchemas) {
  let current: Catalogue | null = null;
  let reading: Promise<Catalogue> | null = null;
  let outdated = false;

  const read = async (): Promise<Catalogue> => {
    try {
      let fresh: Catalogue;
      do {
        outdated = false;
        fresh = await loadCatalogue(database, configured);
      } while (outdated);
      return (current = fresh);
    } catch (cause) {
      throw cause instanceof RestError ? cause : Object.assign(catalogueUnavailable(), { cause });
    } finally {
      reading = null;
    }
  };
  const reload = (): Promise<Catalogue> => (reading ??= read());

  const unsubscribe = await database.listen('pgrst', (payload) => {
    if (!['', 'reload schema', 'reload config'].includes(payload)) return;
    // Requests wait for the new reading, so that none is planned on what is known to be old.
    current = null;
    outdated = true;
    reload().catch(() => {});
  });
  await reload().catch(() => {});
  return { get: () => current ?? reload(), close: unsubscribe };
}

/** Schemas as the server's configuration names them. The database itself may name others. */
type ConfiguredSchemas = Pick<Config['api'], 'schemas' | 'extra_search_path'>;

async function loadCatalogue(database: Database, configured: ConfiguredSchemas): Promise<Catalogue> {
  const { rows: roleSettings } = await database.query<RoleSetting>(queries.ROLE_SETTINGS_QUERY);
  const { rows: login } = await database.query<{ role: string }>(queries.LOGIN_ROLE_QUERY);
  const chosen = switches(roleSettings, login[0]!.role, configured.extra_search_path);
  const schemas = chosen.schemas ?? configured.schemas;
  const statements = {
    relations: { text: queries.relationsQuery, values: [schemas] },
    constraints: { text: queries.CONSTRAINTS_QUERY },
    views: { text: queries.VIEWS_QUERY },
    routines: { text: queries.routinesQuery, values: [schemas] },
    types: { text: queries.TYPES_QUERY, values: [schemas] },
    timeZones: { text: queries.TIME_ZONES_QUERY },
  };
  const results = await database.pipeline({ search_path: '' }, Object.values(statements));
  const rows: unknown = Object.fromEntries(
    Object.keys(statements).map((name, index) => [name, results[index]!.rows]),
  );
  const read = rows as Pick<CatalogueRows, keyof typeof statements>;
  return assemble({ ...read, roleSettings, switches: chosen, schemas });
}
