import type { Database } from '../../database/database.ts';
import { assemble } from './assemble.ts';
import type { Catalogue } from './catalogue.ts';
import * as queries from './queries.ts';
import type { ConstraintRow, RelationRow, RoutineRow, ViewRow } from './rows.ts';
import { type RoleSetting, switches } from './role-settings.ts';

/** Schemas as the server's configuration names them. The database itself may name others. */
export interface ConfiguredSchemas {
  readonly schemas: readonly string[];
  readonly extra_search_path: readonly string[];
}

/** Reads PostgreSQL's catalogue for the exposed schemas. */
export async function loadCatalogue(database: Database, configured: ConfiguredSchemas): Promise<Catalogue> {
  const { rows: roleSettings } = await database.query<RoleSetting>(queries.ROLE_SETTINGS_QUERY);
  const { rows: login } = await database.query<{ role: string }>(queries.LOGIN_ROLE_QUERY);
  const chosen = switches(roleSettings, login[0]!.role, configured.extra_search_path);
  const schemas = chosen.schemas ?? configured.schemas;
  const bySchemas = [schemas];
  const results = await database.pipeline({ search_path: '' }, [
    { text: queries.relationsQuery, values: bySchemas },
    { text: queries.CONSTRAINTS_QUERY },
    { text: queries.VIEWS_QUERY },
    { text: queries.routinesQuery, values: bySchemas },
    { text: queries.TYPES_QUERY, values: bySchemas },
    { text: queries.TIME_ZONES_QUERY },
  ]);
  const rows = <Row>(index: number) => results[index]!.rows as Row[];
  return assemble({
    relations: rows<RelationRow>(0),
    constraints: rows<ConstraintRow>(1),
    views: rows<ViewRow>(2),
    routines: rows<RoutineRow>(3),
    types: rows<{ name: string; sqlName: string }>(4),
    timeZones: rows<{ name: string }>(5),
    roleSettings,
    switches: chosen,
    schemas,
  });
}
