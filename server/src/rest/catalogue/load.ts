import type { Database } from '../../database/database.ts';
import { type Catalogue, type Relation, type Relationship, type Switches, nameKey } from './catalogue.ts';
import { primaryKeyNumbers, projections } from './projections.ts';
import * as queries from './queries.ts';
import { keyRelationships } from './relationships.ts';
import { computedRelationship, routine } from './routines.ts';
import type { ConstraintRow, RelationRow, RoutineRow, ViewRow } from './rows.ts';
import { type RoleSetting, settingsByRole, switches } from './settings.ts';
import { sqlTypeNames } from './type-names.ts';

/** Reads PostgreSQL's catalogue for the exposed schemas: `configured`, unless the database itself names others. */
export async function loadCatalogue(database: Database, configured: readonly string[]): Promise<Catalogue> {
  const [settings, login] = await database.pipeline({}, [
    { text: queries.ROLE_SETTINGS_QUERY },
    { text: queries.LOGIN_ROLE_QUERY },
  ]);
  const roleSettings = settings!.rows as unknown as RoleSetting[];
  const chosen = switches(roleSettings, login!.rows[0]!['role'] as string);
  const schemas = chosen.schemas ?? configured;
  const bySchemas = [schemas];
  const results = await database.pipeline({ search_path: '' }, [
    { text: queries.RELATIONS_QUERY, values: bySchemas },
    { text: queries.CONSTRAINTS_QUERY },
    { text: queries.VIEWS_QUERY },
    { text: queries.ROUTINES_QUERY, values: bySchemas },
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

interface CatalogueRows {
  relations: RelationRow[];
  constraints: ConstraintRow[];
  views: ViewRow[];
  routines: RoutineRow[];
  types: { name: string; sqlName: string }[];
  timeZones: { name: string }[];
  roleSettings: readonly RoleSetting[];
  switches: Switches;
  schemas: readonly string[];
}

function assemble(rows: CatalogueRows): Catalogue {
  const projected = projections(rows.views);
  const relationById = new Map(rows.relations.map((row) => [row.id, row]));
  const relations = new Map(
    rows.relations.map((row) => [
      nameKey(row),
      relation(row, rows, primaryKeyNumbers(projected, rows.constraints, row.id)),
    ]),
  );
  const relationships = Map.groupBy(
    overridden(
      keyRelationships(rows.relations, rows.constraints, projected, relations),
      rows.routines.flatMap((row) => computedRelationship(row, relationById) ?? []),
    ),
    ({ origin }) => nameKey(origin),
  );
  const routines = Map.groupBy(
    rows.routines.map((row) => routine(row, relationById)),
    nameKey,
  );
  const typeNames = sqlTypeNames(rows.types);
  const roleSettings = settingsByRole(rows.roleSettings);
  const timeZones = new Set(rows.timeZones.map(({ name }) => name));
  const namesIn = (schema: string, named: Iterable<{ schema: string; name: string }>) => [
    ...new Set([...named].filter((each) => each.schema === schema).map(({ name }) => name)),
  ];
  return {
    relation: (name) => relations.get(nameKey(name)),
    relationships: (origin) => relationships.get(nameKey(origin)) ?? [],
    routines: (name) => routines.get(nameKey(name)) ?? [],
    relationNames: (schema) => namesIn(schema, relations.values()),
    routineNames: (schema) => namesIn(schema, rows.routines),
    typeName: (name) => typeNames.get(name) ?? null,
    schemas: rows.schemas,
    switches: rows.switches,
    roleSettings: (role) => roleSettings.get(role) ?? {},
    isTimeZone: (name) => timeZones.has(name),
  };
}

function relation(row: RelationRow, { routines }: CatalogueRows, primaryKey: readonly number[]): Relation {
  const { schema, name, isView, insertable, updatable, deletable } = row;
  const computed = routines.filter(
    ({ rowOf, returnsRelation }) => rowOf === row.id && !Number(returnsRelation),
  );
  return {
    schema,
    name,
    isView,
    insertable,
    updatable,
    deletable,
    columns: new Map(row.columns.map((column) => [column.name, column])),
    computed: new Set(computed.map((each) => each.name)),
    primaryKey: row.columns.filter(({ number }) => primaryKey.includes(number)).map((column) => column.name),
  };
}

/** A computed relationship takes the place of those that a key offers under the same name. */
function overridden(
  keyed: readonly Relationship[],
  computed: readonly Relationship[],
): readonly Relationship[] {
  const claimed = new Set(
    computed.map((each) => `${nameKey(each.origin)}\0${each.kind === 'computed' ? each.function.name : ''}`),
  );
  return [
    ...keyed.filter(({ origin, target }) => !claimed.has(`${nameKey(origin)}\0${target.name}`)),
    ...computed,
  ];
}
