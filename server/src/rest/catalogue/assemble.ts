import { type Catalogue, nameKey, type Relationship, type Switches } from './catalogue.ts';
import { primaryKeyNumbers, projections, storedNumbers, virtualColumns } from './projections.ts';
import { keyRelationships } from './relationships.ts';
import { compareRoutines, computedRelationship, isCallable, routine } from './routines.ts';
import type { ConstraintRow, RelationRow, RoutineRow, ViewRow } from './rows.ts';
import { type RoleSetting, settingsByRole } from './role-settings.ts';

/** Rows of the catalogue's queries and the switches set along with them. */
export interface CatalogueRows {
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

export function assemble(rows: CatalogueRows): Catalogue {
  const projected = projections(rows.views);
  const virtual = virtualColumns(rows.relations);
  const relationById = new Map(rows.relations.map((row) => [row.id, row]));
  const relations = new Map(
    rows.relations.map((row) => [
      nameKey(row),
      relation(
        row,
        rows,
        primaryKeyNumbers(projected, rows.constraints, row.id),
        storedNumbers(projected, virtual, row.id),
      ),
    ]),
  );
  const relationships = Map.groupBy(
    overridden(
      keyRelationships(rows.relations, rows.constraints, projected, relations),
      rows.routines.flatMap((row) => computedRelationship(row, relationById) ?? []),
    ).toSorted((left, right) => compareTexts(sortKey(left), sortKey(right))),
    ({ origin }) => nameKey(origin),
  );
  const routines = Map.groupBy(
    rows.routines
      .map((row) => routine(row, relationById))
      .filter(isCallable)
      .toSorted(compareRoutines),
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
    routineNames: (schema) => namesIn(schema, [...routines.values()].flat()),
    typeName: (name) => typeNames.get(name) ?? null,
    schemas: rows.schemas,
    switches: rows.switches,
    roleSettings: (role) => roleSettings.get(role) ?? {},
    isTimeZone: (name) => timeZones.has(name),
  };
}

function relation(
  row: RelationRow,
  { routines, constraints }: CatalogueRows,
  primaryKey: readonly number[],
  stored: ReadonlySet<number>,
) {
  const { id, columns, ...facts } = row;
  const computed = routines.filter(({ rowOf, returnsRelation }) => rowOf === id && !Number(returnsRelation));
  return {
    ...facts,
    columns: new Map(
      columns.map((column) => [
        column.name,
        { ...column, isStored: column.isStored || stored.has(column.number) },
      ]),
    ),
    computed: new Map(computed.map((each) => [each.name, each.returnsType])),
    primaryKey: columns.filter(({ number }) => primaryKey.includes(number)).map((column) => column.name),
    hasForeignKeys: constraints.some(
      ({ kind, relation: from, target }) => kind === 'f' && (from === id || target === id),
    ),
  };
}

/** A computed relationship takes the place of those that a key offers under the same name. */
function overridden(keyed: readonly Relationship[], computed: readonly Relationship[]) {
  const claimed = new Set(
    computed.map((each) => `${nameKey(each.origin)}\0${each.kind === 'computed' ? each.function.name : ''}`),
  );
  return [
    ...keyed.filter(({ origin, target }) => !claimed.has(`${nameKey(origin)}\0${target.name}`)),
    ...computed,
  ];
}

const kinds = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed'] as const;

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Orders candidates by target, kind, constraint or junction, and columns, computed ones after all that keys offer. */
function sortKey(relationship: Relationship): string {
  const { kind, target } = relationship;
  const group = kind === 'computed' ? 1 : 0;
  return [group, target.schema, target.name, kinds.indexOf(kind), ...ownNames(relationship)].join('\0');
}

function ownNames(relationship: Relationship): string[] {
  if (relationship.kind === 'computed') return [relationship.function.name];
  if (relationship.kind !== 'many-to-many') return [relationship.constraint, ...relationship.columns.flat()];
  const { schema, name, constraintToOrigin, constraintToTarget, toOrigin, toTarget } = relationship.junction;
  return [schema, name, constraintToOrigin, constraintToTarget, ...toOrigin.flat(), ...toTarget.flat()];
}

/** SQL's own spellings, which are no names in the catalogue. */
const spellings: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  character: 'bpchar',
  char: 'bpchar',
  'character varying': 'varchar',
  'bit varying': 'varbit',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
};

/** Names a cast may use → the type's qualified name, quoted for SQL. */
function sqlTypeNames(types: readonly { name: string; sqlName: string }[]): ReadonlyMap<string, string> {
  const names = new Map(types.map(({ name, sqlName }) => [name, sqlName]));
  for (const [spelling, name] of Object.entries(spellings)) {
    const sqlName = names.get(name);
    if (sqlName) names.set(spelling, sqlName);
  }
  return names;
}
