import { type Relation, type Relationship, nameKey } from './catalogue.ts';
import { type Projections, shownAs } from './projections.ts';
import type { ConstraintRow, RelationRow } from './rows.ts';

type Direct = Extract<Relationship, { constraint: string }>;
type ManyToMany = Extract<Relationship, { kind: 'many-to-many' }>;

/** Every way to embed that foreign keys offer, between tables and the views that show their keys. */
export function keyRelationships(
  rows: readonly RelationRow[],
  constraints: readonly ConstraintRow[],
  projected: Projections,
  relations: ReadonlyMap<string, Relation>,
): Relationship[] {
  const uniques = uniqueKeys(constraints);
  const direct = constraints
    .filter(({ kind }) => kind === 'f')
    .flatMap((key) => alongKey(key, rows, projected, uniques.has(columnSet(key.relation, key.columns))));
  return [...direct, ...throughJunctions(direct, relations)];
}

function uniqueKeys(constraints: readonly ConstraintRow[]): ReadonlySet<string> {
  return new Set(
    constraints
      .filter(({ kind }) => kind !== 'f')
      .map(({ relation, columns }) => columnSet(relation, columns)),
  );
}

const columnSet = (relation: string, columns: readonly number[]) =>
  `${relation}:${columns.toSorted().join()}`;

/** Both directions of one foreign key, for each pair of relations that show its two ends, and each way they do. */
function alongKey(key: ConstraintRow, rows: readonly RelationRow[], projected: Projections, unique: boolean) {
  const ends = (table: string, columns: readonly number[]) =>
    rows.flatMap((row) =>
      shownAs(projected, row.id, table, columns).map((shown) => ({
        row,
        names: shown.map((number) => columnName(row, number)),
      })),
    );
  const sources = ends(key.relation, key.columns);
  const targets = ends(key.target, key.targetColumns ?? []);
  return sources.flatMap((source) =>
    targets.flatMap((target): Direct[] => {
      const columns = source.names.map((name, index) => [name, target.names[index]!] as const);
      const along = (from: RelationRow, to: RelationRow) => ({
        constraint: key.name,
        origin: { schema: from.schema, name: from.name },
        target: { schema: to.schema, name: to.name },
        targetIsView: to.isView,
      });
      const there = { ...along(source.row, target.row), columns, holdsKey: true };
      const back = { ...along(target.row, source.row), columns: reversed(columns), holdsKey: false };
      return [
        { ...there, kind: unique ? 'one-to-one' : 'many-to-one' },
        { ...back, kind: unique ? 'one-to-one' : 'one-to-many' },
      ];
    }),
  );
}

const reversed = (columns: Direct['columns']) => columns.map(([column, other]) => [other, column] as const);

const columnName = (row: RelationRow, number: number): string =>
  row.columns.find((column) => column.number === number)?.name ?? '';

/** Two keys of one relation that are both part of its primary key join what they point to, many to many. */
function throughJunctions(direct: readonly Direct[], relations: ReadonlyMap<string, Relation>): ManyToMany[] {
  const keysByJunction = Map.groupBy(
    direct.filter((relationship) => {
      if (relationship.kind !== 'many-to-one') return false;
      const primaryKey = relations.get(nameKey(relationship.origin))?.primaryKey ?? [];
      return relationship.columns.every(([column]) => primaryKey.includes(column));
    }),
    ({ origin }) => nameKey(origin),
  );
  return [...keysByJunction.values()].flatMap((keys) =>
    keys.flatMap((first) =>
      keys
        .filter((second) => second.constraint !== first.constraint)
        .map((second): ManyToMany => ({
          kind: 'many-to-many',
          origin: first.target,
          target: second.target,
          junction: {
            ...first.origin,
            constraintToOrigin: first.constraint,
            constraintToTarget: second.constraint,
            toOrigin: reversed(first.columns),
            toTarget: reversed(second.columns),
          },
        })),
    ),
  );
}
