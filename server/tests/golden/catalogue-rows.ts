import type {
  ColumnRow,
  ConstraintRow,
  RelationRow,
  RoutineRow,
  ViewRow,
} from '../../src/rest/catalogue/rows.ts';

/** A table in short: columns as `type = default` (`generated` for what cannot be written), and its keys. */
export interface TableSketch {
  readonly columns: Readonly<Record<string, string>>;
  readonly key?: readonly string[];
  readonly unique?: readonly string[];
  /** Constraint → `column, column -> table.column, table.column`. */
  readonly references?: Readonly<Record<string, string>>;
  /** For a view: its column → `table.column` that it shows; '' for what it computes. */
  readonly shows?: Readonly<Record<string, string>>;
}

export interface RoutineSketch {
  /** Parameters as `name type`; without a name when there is one word or array. */
  readonly takes?: readonly string[];
  readonly defaults?: number;
  readonly variadic?: boolean;
  /** A type, `setof type`, `void`, `table` or `setof table` of the schema, or columns as `table (name type, …)`. */
  readonly gives: string;
  readonly volatility?: RoutineRow['volatility'];
  /** A relation whose row the one parameter is. */
  readonly rowOf?: string;
  readonly oneRow?: boolean;
}

/** Base types of the fixture's domains. */
const domains: Readonly<Record<string, string>> = { 'lab.percentage': 'integer' };

function columnRow(name: string, text: string, index: number): ColumnRow {
  const generated = text.endsWith(' generated');
  const [type = '', ...rest] = text.replace(/ generated$/, '').split(' = ');
  const bare = type.replace(/\(.*\)/, '');
  const fallback = rest.length > 0 ? rest.join(' = ') : null;
  const baseType = domains[bare] ?? bare;
  return {
    number: index + 1,
    name,
    type,
    baseType,
    generated,
    represented: false,
    isStored: true,
    default: fallback,
  };
}

type Find = (name: string) => RelationRow;

/** Rows of relations, keys and views as PostgreSQL's catalogue would give them; ids count from 1000. */
export function relationRows(schemas: Readonly<Record<string, Readonly<Record<string, TableSketch>>>>) {
  const sketches = Object.entries(schemas).flatMap(([schema, tables]) =>
    Object.entries(tables).map(([name, sketch]) => ({ schema, name, sketch })),
  );
  const relations = sketches.map(({ schema, name, sketch }, index): RelationRow => {
    const isView = sketch.shows !== undefined;
    const columns = Object.entries(sketch.columns).map(([column, text], at) => ({
      ...columnRow(column, text, at),
      isStored: !isView,
    }));
    const writable = !isView || Object.values(sketch.shows).every((shown) => shown !== '');
    const rights = { insertable: writable, updatable: writable, deletable: writable };
    return { id: String(1000 + index), schema, name, isView, ...rights, columns };
  });
  const find: Find = (name) => relations.find((row) => row.name === name)!;
  const constraints = sketches.flatMap(({ name, sketch }) => [
    ...foreignKeyRows(find(name), sketch, find),
    ...keyRow(find(name), 'p', 'pkey', sketch.key),
    ...keyRow(find(name), 'u', 'key', sketch.unique),
  ]);
  const views = sketches.flatMap(({ name, sketch }): ViewRow[] =>
    sketch.shows ? [{ relation: find(name).id, action: nodeTree(Object.values(sketch.shows), find) }] : [],
  );
  return { relations, constraints, views, idOf: (name: string) => find(name).id };
}

const numbers = (row: RelationRow, columns: readonly string[]) =>
  columns.map((column) => row.columns.find((each) => each.name === column)!.number);

function keyRow(
  row: RelationRow,
  kind: 'p' | 'u',
  suffix: string,
  columns: readonly string[] | undefined,
): ConstraintRow[] {
  if (!columns) return [];
  const name = `${row.name}_${suffix}`;
  return [{ name, kind, relation: row.id, target: '0', columns: numbers(row, columns), targetColumns: null }];
}

function foreignKeyRows(row: RelationRow, { references = {} }: TableSketch, find: Find): ConstraintRow[] {
  return Object.entries(references).map(([name, text]) => {
    const [from = '', to = ''] = text.split(' -> ');
    const ends = to.split(', ').map((end) => end.split('.') as [table: string, column: string]);
    const target = find(ends[0]![0]);
    return {
      name,
      kind: 'f',
      relation: row.id,
      target: target.id,
      columns: numbers(row, from.split(', ')),
      targetColumns: numbers(
        target,
        ends.map(([, column]) => column),
      ),
    };
  });
}

/** A view's rewrite rule as far as the catalogue reads it. */
function nodeTree(shown: readonly string[], find: Find): string {
  const entries = shown.map((text, index) => {
    const [table = '', column = ''] = text.split('.');
    const row = text === '' ? undefined : find(table);
    const number = row?.columns.find(({ name }) => name === column)?.number ?? 0;
    return `{TARGETENTRY :resno ${index + 1} :resorigtbl ${row?.id ?? 0} :resorigcol ${number} :resjunk false}`;
  });
  return `({QUERY :targetList (${entries.join(' ')})})`;
}

const wordAndType = (text: string): [string, string] => {
  const [, name = '', type = ''] = /^(?:([a-z_]+) )?(\S.*)$/.exec(text)!;
  return [name, type];
};

/** A function's row as PostgreSQL's catalogue would give it. */
export function routineRow(
  name: string,
  sketch: RoutineSketch,
  idOf: (name: string) => string | null,
): RoutineRow {
  const { takes = [], gives, volatility = 'i', defaults = 0, variadic = false, oneRow = false } = sketch;
  const inputs = takes.map(wordAndType);
  const [, setof, returned = ''] = /^(setof )?(.*)$/.exec(gives)!;
  const [, listed] = /^table \((.*)\)$/.exec(returned) ?? [];
  const outputs = listed ? listed.split(', ').map(wordAndType) : [];
  const relation = idOf(returned);
  const modes = outputs.length > 0 ? [...inputs.map(() => 'i'), ...outputs.map(() => 't')] : null;
  const all = [...inputs, ...outputs];
  return {
    schema: 'lab',
    name,
    volatility,
    settings: null,
    returnsSet: setof !== undefined || listed !== undefined,
    oneRow,
    variadic,
    returnsVoid: gives === 'void',
    returnsMedia: null,
    returnsComposite: relation !== null || listed !== undefined,
    returnsType: returned,
    returnsRelation: relation,
    rowColumns: null,
    names: all.some(([each]) => each !== '') ? all.map(([each]) => each) : null,
    modes,
    count: inputs.length,
    defaults,
    types: all.map(([, type]) => type),
    rowOf: sketch.rowOf ? idOf(sketch.rowOf) : null,
  };
}
