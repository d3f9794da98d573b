import { type Catalogue, isToOne, type QualifiedName } from '../catalogue/catalogue.ts';
import * as errors from '../errors.ts';
import type { Field } from '../parse/field.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { LogicTree } from '../parse/logic.ts';
import type { Query } from '../parse/query.ts';
import { everyRow, intersection, type RowRange } from '../parse/range.ts';
import type { SelectedRelation, SelectItem, SelectedField } from '../parse/select.ts';
import { findRelationship } from './find-relationship.ts';
import { planOutputs, spreadOutputs, withoutRepeatedNames } from './outputs.ts';
import type {
  Embed,
  PlannedCondition,
  PlannedField,
  PlannedOrder,
  ReadPlan,
  Scope,
  Source,
} from './read-plan.ts';
import { resolveField } from './resolve.ts';

export interface ReadContext {
  readonly catalogue: Catalogue;
  readonly query: Query;
  /** The maximum rows of each level, or null. */
  readonly maxRows: number | null;
  /** Aliases handed out so far. */
  count: number;
}

/** Plans the level at `path` and those embedded in it. */
export function planRead(
  context: ReadContext,
  scope: Scope,
  source: Source,
  select: readonly SelectItem[],
  path: readonly string[],
  { range = everyRow, spread = false, single = false } = {},
): ReadPlan {
  const relations = select.filter((item) => item.kind === 'relation');
  const embeds = relations.map((item) => planEmbed(context, scope, item, path));
  refuseTwice(scope, embeds, path.length + 1);
  const orderKeys = new Map<string, PlannedField[]>();
  const { filters, orders } = context.query;
  const where = filters.filter(isAt(path)).map(({ what }) => planCondition(scope, embeds, what));
  const written = select.filter((item) => item.kind === 'field');
  const fields = withBareCounts(scope, written);
  const handedUp = embeds.flatMap(spreadOutputs);
  const aggregates = fields.some(isAggregate) || handedUp.some(isAggregate);
  const isAllowed = context.catalogue.switches.aggregates || (!spread && countsAlone(scope, written, embeds));
  if (aggregates && !isAllowed) throw errors.aggregatesNotAllowed();
  const planned = planOutputs(context.catalogue, scope, fields, spread || aggregates);
  const outputs = withoutRepeatedNames(scope, [...planned, ...handedUp], embeds);
  const terms = orders.filter(isAt(path)).flatMap(({ what }) => what);
  const order = terms.map((term) => planOrder(scope, embeds, term, orderKeys));
  return {
    scope,
    source,
    outputs,
    embeds: embeds.map((embed) => ({ ...embed, orderKeys: orderKeys.get(embed.plan.scope.alias) ?? [] })),
    where,
    order,
    range: bounded(intersection(rangeAt(context.query, path), range), single ? null : context.maxRows),
    grouped: aggregates && !spread,
    spread,
  };
}

/** Two under one name would be one key twice in one object. */
function refuseTwice(scope: Scope, embeds: readonly Embed[], level: number): void {
  const names = new Set<string>();
  for (const { name } of embeds) {
    if (names.has(name)) throw errors.embeddedTwice(`${scope.name.name}_${name}_${level}`);
    names.add(name);
  }
}

const isAggregate = ({ aggregate }: { readonly aggregate: unknown }) => aggregate !== null;

function planEmbed(
  context: ReadContext,
  parent: Scope,
  item: SelectedRelation,
  path: readonly string[],
): Embed {
  const relationship = findRelationship(context.catalogue, parent.name, item.name, item.hint);
  const isCall = relationship.kind === 'computed';
  const scope = {
    ...relationScope(context, relationship.target, path.length + 1),
    ...(isCall && { untyped: true }),
  };
  const name = item.alias ?? item.name;
  const source: Source = { kind: 'embedded', relationship, parent };
  const single = isToOne(relationship);
  const { spread } = item;
  const plan = planRead(context, scope, source, item.select, [...path, name], { spread, single });
  const hidden = item.select.length === 0 || hasNothingToShow(plan);
  return {
    plan,
    name,
    single,
    join: item.join,
    shown: hidden ? 'hidden' : spread ? 'spread' : 'nested',
    orderKeys: [],
  };
}

const hasNothingToShow = ({ outputs, embeds }: ReadPlan) =>
  outputs.length === 0 && embeds.every(({ shown }) => shown === 'hidden');

const bounded = ({ offset, limit }: RowRange, maxRows: number | null): RowRange => ({
  offset,
  limit: maxRows === null ? limit : Math.min(limit ?? maxRows, maxRows),
});

/** A new scope over a relation of the catalogue, at a level below the request's own. */
export function relationScope(context: ReadContext, name: QualifiedName, level = 0): Scope {
  const relation = context.catalogue.relation(name);
  if (!relation) throw errors.relationNotFound(name.schema, name.name, null);
  const { schema, columns, computed } = relation;
  const label = level === 0 ? relation.name : `${relation.name}_${level}`;
  return { alias: `t${context.count++}`, name: { schema, name: relation.name }, label, columns, computed };
}

function planOrder(
  scope: Scope,
  embeds: readonly Embed[],
  { relation, field, direction, nulls }: OrderTerm,
  orderKeys: Map<string, PlannedField[]>,
): PlannedOrder {
  if (relation === null) return { by: { field: resolveField(scope, field) }, direction, nulls };
  const embed = embeds.find(({ name }) => name === relation);
  if (!embed) throw errors.notEmbedded(relation);
  if (!embed.single) throw errors.orderNotToOne(scope.name.name, relation);
  const { alias } = embed.plan.scope;
  // Where rows are grouped, ORDER BY takes only columns of the GROUP BY: the column itself, not a copy of it.
  const column = handedUpName(embed, field);
  if (column !== null) return { by: { embed: alias, column }, direction, nulls };
  const keys = orderKeys.get(alias) ?? [];
  keys.push(resolveField(embed.plan.scope, field));
  orderKeys.set(alias, keys);
  return { by: { embed: alias, key: keys.length - 1 }, direction, nulls };
}

/** Returns the name under which a spread level passes to its parent what the field names, or its column unchanged. */
function handedUpName({ shown, plan }: Embed, field: Field): string | null {
  if (shown !== 'spread' || field.path.length > 0) return null;
  const plain = plan.outputs.filter((output) => !isAggregate(output));
  if (plain.some(({ name }) => name === field.name)) return field.name;
  const { column } = resolveField(plan.scope, field);
  const unchanged = plain.find(
    ({ from, cast }) =>
      'field' in from && from.field.column === column && from.field.path.length === 0 && cast === null,
  );
  return unchanged?.name ?? null;
}

/** Resolves the columns of a tree of conditions. The name of an embedded resource tests its presence. */
export function planCondition(scope: Scope, embeds: readonly Embed[], tree: LogicTree): PlannedCondition {
  if (tree.kind === 'group') {
    const members = tree.members.map((member) => planCondition(scope, embeds, member));
    return { kind: 'group', negated: tree.negated, by: tree.by, members };
  }
  const { field, condition } = tree;
  const embed = field.path.length === 0 ? embeds.find(({ name }) => name === field.name) : undefined;
  const asksForPresence = condition.operator === 'is' && ['null', 'not_null'].includes(condition.state);
  // A key's column may embed what it points to, and still be compared with values.
  if (!embed || (!asksForPresence && scope.columns.has(field.name)))
    return { kind: 'condition', field: resolveField(scope, field), condition };
  if (!asksForPresence) throw errors.unacceptableFilter(field.name);
  const present = (condition.state === 'null') === condition.negated;
  return { kind: 'presence', embed: embed.plan.scope.alias, single: embed.single, present };
}

const isAt = (path: readonly string[]) => (located: { readonly path: readonly string[] }) =>
  located.path.length === path.length && located.path.every((part, index) => part === path[index]);

function rangeAt({ limits, offsets }: Query, path: readonly string[]): RowRange {
  return { offset: offsets.find(isAt(path))?.what ?? 0, limit: limits.find(isAt(path))?.what ?? null };
}

/** `count` without parentheses, where there is no column of that name. */
function isBareCount({ columns, computed }: Scope, { field, aggregate }: SelectedField): boolean {
  const isColumn = columns.has('count') || computed.has('count');
  return field.name === 'count' && field.path.length === 0 && aggregate === null && !isColumn;
}

/** Replaces each bare `count` by `count()`, as clients count since before aggregates (`select=*,children(count)`). */
function withBareCounts(scope: Scope, fields: readonly SelectedField[]): SelectedField[] {
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

/** Returns true if only bare counts are shown. Counting rows was always possible, the switch only affects grouping. */
function countsAlone(scope: Scope, fields: readonly SelectedField[], embeds: readonly Embed[]): boolean {
  return (
    fields.every((field) => isBareCount(scope, field)) && embeds.every(({ shown }) => shown === 'hidden')
  );
}
