import type { Catalogue } from '../catalogue/catalogue.ts';
import { notImplemented, undefinedType } from '../errors.ts';
import type { SelectedField } from '../parse/select.ts';
import type { Embed, Output, PlannedField, Scope } from './read-plan.ts';
import { asStored, resolveField } from './resolve.ts';

const wholeRow: PlannedField = { column: null, type: null, path: [], isStored: false };

/** Plans the select list of one level. `namesAll` expands `*` to the columns' names. */
export function planOutputs(
  catalogue: Catalogue,
  scope: Scope,
  fields: readonly SelectedField[],
  namesAll: boolean,
): Output[] {
  return fields.flatMap((selected): Output[] => {
    const { field, alias, aggregate } = selected;
    const casts = {
      cast: castType(catalogue, selected.cast),
      aggregateCast: castType(catalogue, selected.aggregateCast),
    };
    if (field.name === '*' && aggregate)
      return [{ from: { field: wholeRow }, ...casts, aggregate, name: alias ?? aggregate }];
    if (field.name === '*') for (const column of scope.columns.values()) asStored(column);
    if (field.name === '*' && !namesAll) return [{ from: { star: true }, ...casts, aggregate, name: '*' }];
    if (field.name === '*') return namedColumns(scope, casts);
    const name = alias ?? aggregate ?? outputName(selected);
    return [{ from: { field: resolveField(scope, field) }, ...casts, aggregate, name }];
  });
}

/** All columns of `*`, one by one. */
const namedColumns = (scope: Scope, casts: Pick<Output, 'cast' | 'aggregateCast'>): Output[] =>
  [...scope.columns.keys()].map((name) => ({
    from: { field: resolveField(scope, { name, path: [] }) },
    ...casts,
    aggregate: null,
    name,
  }));

/** Leaves out what a later output or embedded resource of the same name would hide in a JSON object. */
export function withoutRepeatedNames(
  scope: Scope,
  outputs: readonly Output[],
  embeds: readonly Embed[],
): Output[] {
  const nested = embeds.filter(({ shown }) => shown === 'nested').map(({ name }) => name);
  const named = [...outputs.filter(({ from }) => !('star' in from)).map(({ name }) => name), ...nested];
  const isRepeated = named.some((name) => scope.columns.has(name));
  const listed = outputs.flatMap((output) =>
    'star' in output.from && isRepeated ? namedColumns(scope, output) : output,
  );
  const last = new Map(listed.map(({ name }, index) => [name, index]));
  return listed.filter(({ name }, index) => last.get(name) === index && !nested.includes(name));
}

function castType(catalogue: Catalogue, cast: string | null): string | null {
  if (cast === null) return null;
  const type = catalogue.typeName(cast);
  if (type === null) throw undefinedType(cast);
  return type;
}

/** A JSON path answers under its last key, or the column's name when it has places only. */
const outputName = ({ field: { name, path } }: SelectedField): string =>
  path.findLast(({ by }) => by === 'key')?.operand ?? name;

/** Returns the columns that a spread level passes to its parent. The parent computes its aggregates. */
export function spreadOutputs({ plan, single, shown }: Embed): Output[] {
  if (shown !== 'spread') return [];
  const nested = plan.embeds.filter((embed) => embed.shown === 'nested').map(({ name }) => name);
  if (!single && plan.outputs.some(({ aggregate }) => aggregate))
    throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.');
  const embed = plan.scope.alias;
  const plain = { cast: null, aggregate: null, aggregateCast: null };
  return [
    ...plan.outputs.map(({ from, name, aggregate, aggregateCast }, index) => ({
      from: { embed, column: aggregate ? handedUp(index) : name, isJson: !single || isJson(from) },
      cast: null,
      aggregate,
      aggregateCast,
      name,
    })),
    ...nested.map((name) => ({ from: { embed, column: name, isJson: true }, ...plain, name })),
  ];
}

const isJson = (from: Output['from']): boolean => 'isJson' in from && from.isJson;

/** Returns a value's name on the way to the level that aggregates it. */
export const handedUp = (index: number) => `pgrst_up_${index}`;
