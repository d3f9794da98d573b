import type { Relation } from '../catalogue/catalogue.ts';
import { notImplemented, putNotByKey, putOfAnotherRow, rangeOnPut } from '../errors.ts';
import type { LogicTree } from '../parse/logic.ts';
import type { ApiRequest } from '../parse/request.ts';
import { planCondition } from './read.ts';
import type { PlannedCondition, Scope } from './read-plan.ts';

/**
 * Returns PUT's conditions on the row it writes. Every column of the primary key equals the same value in the URL and
 * in the body. The conditions apply to the body's row (`scope`).
 */
export function putConditions(
  { query, payload }: ApiRequest,
  relation: Relation,
  scope: Scope,
): PlannedCondition[] {
  if (query.limits.length > 0 || query.offsets.length > 0) throw rangeOnPut();
  if (query.onConflict) throw notImplemented('on_conflict is not possible on PUT');
  const filters = query.filters.filter(({ path }) => path.length === 0).map(({ what }) => what);
  const named = filters.map(equalledColumn).toSorted();
  const key = relation.primaryKey.toSorted();
  if (key.length === 0 || named.length !== key.length || named.some((name, index) => name !== key[index]))
    throw putNotByKey();
  const written = payload?.kind === 'json' ? payload.keys : [];
  if (!key.every((name) => written.includes(name))) throw putOfAnotherRow();
  return filters.map((filter) => planCondition(scope, [], filter));
}

/** Returns the column that a filter compares with `eq`, or null for other filters. */
function equalledColumn(filter: LogicTree): string | null {
  if (filter.kind !== 'condition' || filter.field.path.length > 0) return null;
  const { condition, field } = filter;
  const isPlain = condition.operator === 'eq' && condition.quantifier === null && !condition.negated;
  return isPlain ? field.name : null;
}
