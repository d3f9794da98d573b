import type { Parameter, QualifiedName, Relationship, Routine } from './catalogue.ts';
import type { RelationRow, RoutineRow } from './rows.ts';

const volatilities = { i: 'immutable', s: 'stable', v: 'volatile' } as const;

/** Types of a single unnamed parameter that takes the whole body (PostgREST, "Functions"). */
const wholeTypes = ['json', 'jsonb', 'text', 'xml', 'bytea'];

/** Returns true if a request can name the function's arguments. A single unnamed parameter takes the body as it is. */
export function isCallable({ parameters }: Routine): boolean {
  const [only] = parameters;
  if (parameters.length === 1 && only!.name === '') return wholeTypes.includes(only!.type);
  return parameters.every(({ name }) => name !== '');
}

/** Orders candidates by the number of their parameters, then by names and types. */
export function compareRoutines(left: Routine, right: Routine): number {
  const signature = ({ parameters }: Routine) =>
    parameters.map(({ name, type }) => `${name}\0${type}`).join('\0');
  const byCount = left.parameters.length - right.parameters.length;
  return byCount || (signature(left) < signature(right) ? -1 : 1);
}

export function routine(row: RoutineRow, relationById: ReadonlyMap<string, RelationRow>): Routine {
  const relation = row.returnsRelation === null ? undefined : relationById.get(row.returnsRelation);
  return {
    schema: row.schema,
    name: row.name,
    signature: inputs(row).map(({ type }) => type),
    parameters: parameters(row),
    volatility: volatilities[row.volatility],
    settings: hoisted(row.settings ?? []),
    returns: {
      kind: row.returnsVoid ? 'void' : row.returnsComposite ? 'composite' : 'scalar',
      type: row.returnsType,
      media: row.returnsMedia,
      set: row.returnsSet,
      relation: relation ? { schema: relation.schema, name: relation.name } : null,
      columns: returnedColumns(row),
    },
  };
}

/** The settings of a function that come too late inside it, as PostgREST's `db-hoisted-tx-settings` lists them. */
const hoisted = (settings: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    settings.flatMap((setting) => {
      const [, name, value] = /^(statement_timeout|default_transaction_isolation)=(.*)$/i.exec(setting) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );

const inputs = ({ names, modes, types }: RoutineRow) =>
  types
    .map((type, index) => ({ type, name: names?.[index] ?? '', mode: modes?.[index] ?? 'i' }))
    .filter(({ mode }) => 'ibv'.includes(mode));

function parameters(row: RoutineRow): Parameter[] {
  return inputs(row).map(({ type, name }, index) => ({
    name,
    type: unbounded(type),
    required: index < row.count - row.defaults,
    variadic: row.variadic && index === row.count - 1,
  }));
}

/** Without a length, SQL reads `character` and `bit` as one character and one bit. Parameters have no length. */
const unbounded = (type: string) =>
  /^(character|bit)(\[\])?$/.test(type) ? type.replace(/^\w+/, '$& varying') : type;

function returnedColumns({ names, modes, types, rowColumns }: RoutineRow) {
  const outputs = (modes ?? [])
    .map((mode, index) => ({ mode, name: names?.[index] ?? '', type: types[index] ?? 'text' }))
    .filter(({ mode }) => 'tbo'.includes(mode));
  const columns = outputs.length > 0 ? outputs : (rowColumns ?? []);
  if (columns.length === 0) return null;
  return new Map(
    columns.map(({ name, type }) => [
      name,
      { name, type, baseType: type, default: null, generated: false, represented: false, isStored: false },
    ]),
  );
}

/** A function of one row that returns rows of another relation is a computed relationship. */
export function computedRelationship(
  row: RoutineRow,
  relationById: ReadonlyMap<string, RelationRow>,
): Relationship | null {
  const origin = row.rowOf === null ? undefined : relationById.get(row.rowOf);
  const target = row.returnsRelation === null ? undefined : relationById.get(row.returnsRelation);
  if (!origin || !target) return null;
  const named = ({ schema, name }: QualifiedName) => ({ schema, name });
  return {
    kind: 'computed',
    origin: named(origin),
    target: named(target),
    function: named(row),
    single: !row.returnsSet || row.oneRow,
  };
}
