import type { Output, PlannedField, ReadPlan } from '../plan/read-plan.ts';
import { type Fragment, identifier, joined, raw, sql } from './fragment.ts';
import type { Limits } from './limits.ts';
import { type Named, namedSql, outputName, outputsSql, sourceSql } from './outputs.ts';
import { computedFrom } from './row-size.ts';

/** Returns true if PostgreSQL may compute something again at each use, for a size and for a text. */
export function isRepeatable(plan: ReadPlan): boolean {
  const { scope, outputs, embeds, grouped } = plan;
  if (grouped || (scope.columns.size === 0 && outputs.some(({ from }) => 'star' in from))) return false;
  const embedsRow = embeds.some(({ single, shown }) => single && shown === 'nested');
  return embedsRow || spelledOut(plan).some((output) => !isPlain(output));
}

/** Returns true if the level shows a value twice that PostgreSQL would compute twice. */
export function isRepeated(plan: ReadPlan): boolean {
  const keys = spelledOut(plan)
    .filter((output) => !isPlain(output))
    .map(valueKey);
  return !plan.grouped && new Set(keys).size < keys.length;
}

/** Returns true for a stored column, which is a reference however often it is shown. */
const isPlain = (output: Output): boolean =>
  'field' in output.from && output.from.field.isStored && computedFrom(output) === null;

const valueKey = ({ from, cast }: Output): string => JSON.stringify([from, cast]);

/** The outputs with one for each column in the place of `*`. */
function spelledOut({ scope, outputs }: ReadPlan): Output[] {
  return outputs.flatMap((output): Output | Output[] => {
    if (!('star' in output.from)) return output;
    return [...scope.columns.values()].map(({ name, baseType: type, isStored }) => {
      const field = { column: name, type, path: [], isStored: isStored && !scope.untyped };
      return { ...output, from: { field }, name };
    });
  });
}

/**
 * The rows of a level in steps, so that PostgreSQL computes each value once. `level` reads columns of the chosen and
 * sorted rows, the next step computes casts and paths, and the last names them. `offset 0` keeps the steps apart.
 */
export function onceSql(
  plan: ReadPlan,
  limits: Limits,
  level: (columns: readonly Fragment[]) => Fragment,
  embeds: readonly Named[],
  hidden: readonly Named[],
): Fragment {
  const rows = identifier(plan.scope.alias);
  const { read, computed, shown } = valuesOf(plan, limits);
  const nested = embeds.map(({ name, value }, index) => ({ name, column: `pgrst_embed_${index}`, value }));
  const columns = [...read, ...nested.map(({ column, value }) => ({ name: column, value })), ...hidden];
  const chosen = sql`(${level(columns.map(namedSql))}${fence(plan)}) as ${rows}`;
  const returned = columns.map(({ name }) => sql`${rows}.${identifier(name)}`);
  const made = joined([...returned, ...outputsSql(plan, computed, limits)], ', ');
  const values = computed.length === 0 ? chosen : sql`(select ${made} from ${chosen} offset 0) as ${rows}`;
  const named = [...shown, ...nested, ...hidden.map(({ name }) => ({ name, column: name }))].map(
    ({ name, column }) => sql`${rows}.${identifier(column)} as ${identifier(name)}`,
  );
  return sql`select ${joined(named, ', ')} from ${values}`;
}

const fence = ({ range }: ReadPlan): Fragment => raw(range.offset === 0 ? ' offset 0' : '');

interface Values {
  /** The columns that the level reads. */
  readonly read: readonly Named[];
  /** Their casts and paths, each once. */
  readonly computed: readonly Output[];
  /** The names under which the level shows them. */
  readonly shown: readonly { readonly name: string; readonly column: string }[];
}

function valuesOf(plan: ReadPlan, limits: Limits): Values {
  const read = new Map<string, Fragment>();
  const computed = new Map<string, Output>();
  const shown = spelledOut(plan).map((output, index) => {
    const field = computedFrom(output);
    const column = sourceName(output);
    const name = outputName(plan, output, index);
    if (!field) {
      read.set(column, sourceSql(plan, output, limits.row));
      return { name, column };
    }
    const whole = { ...output, from: { field: { ...field, path: [] } }, cast: null };
    if (!read.has(column)) read.set(column, sourceSql(plan, whole, limits.sources));
    const key = valueKey(output);
    const made = computed.get(key) ?? { ...computedOf(output, field), name: `pgrst_made_${computed.size}` };
    computed.set(key, made);
    return { name, column: made.name };
  });
  return {
    read: [...read].map(([name, value]) => ({ name, value })),
    computed: [...computed.values()],
    shown,
  };
}

/** The cast or path of a column that the level has read. */
const computedOf = (output: Output, { column, type, path, isStored }: PlannedField): Output => ({
  ...output,
  from: { field: { column, type, path, isStored } },
  aggregate: null,
});

/** The name of an output's column among those that its level reads. */
function sourceName({ from }: Output): string {
  if ('embed' in from) return `pgrst_${from.embed}_${from.column}`;
  return ('field' in from && from.field.column) || 'pgrst_row';
}
