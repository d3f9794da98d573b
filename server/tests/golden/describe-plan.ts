import type { QualifiedName, Relationship } from '../../src/rest/catalogue/catalogue.ts';
import type { JsonStep } from '../../src/rest/parse/field.ts';
import type { Condition } from '../../src/rest/parse/filter.ts';
import type { ActionPlan, CallPlan, WritePlan } from '../../src/rest/plan/action-plan.ts';
import type {
  Embed,
  Output,
  PlannedCondition,
  PlannedField,
  PlannedOrder,
  ReadPlan,
} from '../../src/rest/plan/read-plan.ts';

/** A plan in a few lines of words, as a reviewer reads it; what is as usual is left out. */
export function describePlan(plan: ActionPlan): string[] {
  const { write, call, read, format } = plan;
  const traits = [
    // Reads are read only, writes are not; calls are what they are declared to be.
    plan.readOnly !== (plan.kind === 'read') && (plan.readOnly ? 'read only' : 'not read only'),
    plan.single && 'single row',
    format.explain
      ? `explain ${[format.explain.format, ...format.explain.options].join(' ')} of ${format.shape}`
      : format.shape !== 'array' && `as ${format.shape}`,
    !format.explain && format.stripsNulls && 'nulls stripped',
    plan.preferences.count && `count ${plan.preferences.count}`,
    plan.maxAffected !== null && `at most ${plan.maxAffected} affected`,
    plan.preferences.transaction === 'rollback' && 'rolled back',
  ].filter(Boolean);
  return [
    ...(traits.length > 0 ? [`${plan.kind}: ${traits.join(', ')}`] : []),
    ...(write ? describeWrite(write) : []),
    ...(call ? [describeCall(call)] : []),
    ...(write && plan.preferences.representation !== 'representation' ? [] : describeRead(read, '')),
  ];
}

function describeWrite(write: WritePlan): string[] {
  const body = write.kind === 'delete' ? null : write.body;
  const { returning } = write;
  const conflict = write.kind === 'insert' ? write.conflict : null;
  const only = write.kind === 'insert' ? write.only : null;
  const where = write.kind === 'insert' ? [] : write.where;
  return [
    [
      `${write.kind} ${named(write.relation)}`,
      body &&
        ` (${body.columns.map(({ name }) => name).join(', ')}) from ${body.isArray ? 'a list' : 'an object'}`,
      body?.fillsDefaults && ', defaults filled in',
      conflict && `, on conflict (${conflict.columns.join(', ')}) ${conflict.merges ? 'merge' : 'ignore'}`,
      `, returning ${returning === null ? 'nothing' : returning === 'all' ? 'all' : returning.join(', ')}`,
    ]
      .filter(Boolean)
      .join(''),
    ...conditionLines('where', where, ''),
    ...conditionLines('only', only ?? [], ''),
  ];
}

function describeCall({ routine, arguments: provided }: CallPlan): string {
  const returns = [routine.returns.set ? 'setof' : '', routine.returns.kind].filter(Boolean).join(' ');
  const passed = () => {
    switch (provided.kind) {
      case 'whole':
        return `the body as ${provided.type}`;
      case 'texts':
        return provided.values.map(({ name, type }) => `${name} ${type}`).join(', ') || 'nothing';
      case 'body':
        return `${provided.parameters.map(({ name, type }) => `${name} ${type}`).join(', ')} of the body${provided.isArray ? "'s first object" : ''}`;
    }
  };
  return `call ${named(routine)} with ${passed()}, giving ${returns}, ${routine.volatility}`;
}

function describeRead(plan: ReadPlan, indent: string): string[] {
  const { scope, outputs, embeds, order, range } = plan;
  const listed = outputs.map(describeOutput).join(', ') || 'nothing';
  const rows = range.limit === null ? '' : ` limit ${range.limit}`;
  const start = range.offset === 0 ? '' : ` offset ${range.offset}`;
  return [
    `${indent}${scope.alias} ${named(scope.name)}: ${listed}${plan.grouped ? ', grouped' : ''}${rows}${start}`,
    ...conditionLines('where', plan.where, `${indent}  `),
    ...(order.length > 0 ? [`${indent}  order by ${order.map(describeOrder).join(', ')}`] : []),
    ...embeds.flatMap((embed) => describeEmbed(embed, `${indent}  `)),
  ];
}

function describeEmbed(embed: Embed, indent: string): string[] {
  const { plan, name, single, join, shown, orderKeys } = embed;
  const along = plan.source.kind === 'embedded' ? describeRelationship(plan.source.relationship) : '';
  const [first = '', ...more] = describeRead(plan, indent);
  const keys = orderKeys.length > 0 ? `, order keys ${orderKeys.map(describeField).join(', ')}` : '';
  const traits = `${join} join, ${single ? 'one row' : 'a list'}, ${shown}${keys}`;
  return [`${indent}${name} = ${along}; ${traits}`, `  ${first}`, ...more.map((line) => `  ${line}`)];
}

function describeRelationship(relationship: Relationship): string {
  if (relationship.kind === 'computed') return `computed ${named(relationship.function)}`;
  if (relationship.kind === 'many-to-many') return `many-to-many through ${named(relationship.junction)}`;
  return `${relationship.kind} by ${relationship.constraint}`;
}

function describeOutput({ from, cast, aggregate, aggregateCast, name }: Output): string {
  if ('star' in from) return '*';
  const value = 'field' in from ? describeField(from.field) : `${from.embed}.${from.column}`;
  const typed = cast === null ? value : `${value}::${cast}`;
  const summed = aggregate === null ? typed : `${aggregate}(${typed})`;
  const result = aggregateCast === null ? summed : `${summed}::${aggregateCast}`;
  return result === name ? result : `${result} as ${name}`;
}

const describeStep = ({ by, operand, asText }: JsonStep) =>
  `${asText ? '->>' : '->'}${by === 'index' ? operand : JSON.stringify(operand)}`;

const describeField = ({ column, path }: PlannedField) => (column ?? 'row') + path.map(describeStep).join('');

function describeOrder({ by, direction, nulls }: PlannedOrder): string {
  const key =
    'field' in by
      ? describeField(by.field)
      : 'column' in by
        ? `${by.embed}.${by.column}`
        : `${by.embed} order key ${by.key}`;
  return [key, direction, nulls && `nulls ${nulls}`].filter(Boolean).join(' ');
}

const conditionLines = (word: string, conditions: readonly PlannedCondition[], indent: string) =>
  conditions.map((condition) => `${indent}${word} ${describeCondition(condition)}`);

function describeCondition(planned: PlannedCondition): string {
  if (planned.kind === 'presence') return `${planned.embed} is ${planned.present ? 'present' : 'absent'}`;
  if (planned.kind === 'condition')
    return `${planned.condition.negated ? 'not ' : ''}${describeField(planned.field)} ${describeTest(planned.condition)}`;
  const members = planned.members.map(describeCondition).join(` ${planned.by} `);
  return `${planned.negated ? 'not ' : ''}(${members})`;
}

function describeTest(condition: Condition): string {
  const { operator } = condition;
  if (operator === 'is') return `is ${condition.state}`;
  if (operator === 'in') return `in ${JSON.stringify(condition.values)}`;
  const detail =
    'quantifier' in condition ? condition.quantifier : 'language' in condition ? condition.language : null;
  return `${operator}${detail === null ? '' : `(${detail})`} ${JSON.stringify(condition.value)}`;
}

const named = ({ schema, name }: QualifiedName) => `${schema}.${name}`;
