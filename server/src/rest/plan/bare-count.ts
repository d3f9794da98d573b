import type { SelectedField } from '../parse/select.ts';
import type { Embed, Scope } from './read-plan.ts';

/** `count` without parentheses, where there is no column of that name. */
function isBareCount({ columns, computed }: Scope, { field, aggregate }: SelectedField): boolean {
  const isColumn = columns.has('count') || computed.has('count');
  return field.name === 'count' && field.path.length === 0 && aggregate === null && !isColumn;
}

/**
 * The fields with each bare `count` read as `count()`: how rows were counted before there were aggregates, and
 * how most clients still do (`select=*,children(count)`).
 */
export function withBareCounts(scope: Scope, fields: readonly SelectedField[]): SelectedField[] {
  return fields.map((selected) =>
    isBareCount(scope, selected)
      ? {
          ...selected,
          field: { name: '*', path: [] },
          cast: null,
          aggregate: 'count',
          aggregateCast: selected.cast,
        }
      : selected,
  );
}

/** Whether nothing but bare counts is shown: rows have always been counted, it is grouping that is switched. */
export function countsAlone(
  scope: Scope,
  fields: readonly SelectedField[],
  embeds: readonly Embed[],
): boolean {
  return (
    fields.every((field) => isBareCount(scope, field)) && embeds.every(({ shown }) => shown === 'hidden')
  );
}
