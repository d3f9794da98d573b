import type { SelectedField } from '../parse/select.ts';
import type { Embed, Scope } from './read-plan.ts';

/** `count` without parentheses, where there is no column of that name. */
function isBareCount({ columns, computed }: Scope, { field, aggregate }: SelectedField): boolean {
  const isColumn = columns.has('count') || computed.has('count');
  return field.name === 'count' && field.path.length === 0 && aggregate === null && !isColumn;
}

/**
 * Replaces each bare `count` by `count()`. Rows were counted this way before there were aggregates, and most clients
 * still do it (`select=*,children(count)`).
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

/**
 * Returns true if only bare counts are shown. Counting rows was always possible, the switch only affects grouping.
 */
export function countsAlone(
  scope: Scope,
  fields: readonly SelectedField[],
  embeds: readonly Embed[],
): boolean {
  return (
    fields.every((field) => isBareCount(scope, field)) && embeds.every(({ shown }) => shown === 'hidden')
  );
}
