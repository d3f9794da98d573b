import type { Conflict, WritePlan } from '../plan/action-plan.ts';
import { writtenBodySql } from './body.ts';
import { boundedValue } from './bounded-rows.ts';
import { whereSql } from './condition.ts';
import { type Fragment, identifier, joined, nothing, qualified, raw, sql } from './fragment.ts';
import { MAX_ROW_BYTES } from './limits.ts';

const TARGET = 'target';
const target = identifier(TARGET);

/** The write itself. It returns 1 when no columns are needed, so that no privilege to read is needed. */
export function writeSql(plan: WritePlan): Fragment {
  const { relation } = plan;
  const into = sql`${qualified(relation)} as ${target}`;
  switch (plan.kind) {
    case 'insert':
      return sql`insert into ${into}${insertedSql(plan)}${returningSql(plan)}`;
    case 'update': {
      const { columns } = plan.body;
      if (columns.length === 0) return sql`select ${returnedSql(plan)} from ${into} where false`;
      const changes = columns.map(({ name }) => sql`${identifier(name)} = pgrst_body.${identifier(name)}`);
      const update = sql`update ${into} set ${joined(changes, ', ')}${writtenBodySql(plan.body)}`;
      return sql`${update}${whereSql(TARGET, plan.where)}${returningSql(plan)}`;
    }
    case 'delete':
      return sql`delete from ${into}${whereSql(TARGET, plan.where)}${returningSql(plan)}`;
  }
}

function insertedSql({ body, conflict, only }: Extract<WritePlan, { kind: 'insert' }>): Fragment {
  const names = body.columns.map(({ name }) => identifier(name));
  const list = names.length === 0 ? nothing : sql` (${joined(names, ', ')})`;
  const values = joined(
    names.map((name) => sql`pgrst_body.${name}`),
    ', ',
  );
  const rows = sql`${list} select ${values}${writtenBodySql(body)}`;
  if (!conflict) return rows;
  const proposed = whereSql('pgrst_body', only ?? [], [raw(counting('+'))]);
  return sql`${rows}${proposed}${conflictSql(conflict, names)}`;
}

/** Counts up the rows an upsert proposes and down those it merges: a system column would need the right to read. */
function counting(sign: '+' | '-'): string {
  const soFar = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`;
  return `set_config('pgrst.inserted', (${soFar} ${sign} 1)::text, true) is not null`;
}

function conflictSql({ columns, merges }: Conflict, names: readonly Fragment[]): Fragment {
  const keys = joined(columns.map(identifier), ', ');
  if (!merges || names.length === 0) return sql` on conflict (${keys}) do nothing`;
  const changes = names.map((name) => sql`${name} = excluded.${name}`);
  return sql` on conflict (${keys}) do update set ${joined(changes, ', ')} where ${raw(counting('-'))}`;
}

const returningSql = (plan: WritePlan) => sql` returning ${returnedSql(plan)}`;

function returnedSql({ returning, kind, relation }: WritePlan): Fragment {
  const { columns, computed } = relation;
  if (returning === null) return raw(kind === 'update' ? '1 as pgrst_row' : '1');
  const isStored = [...columns.values()].every((column) => column.isStored);
  if (returning === 'all' && isStored) return sql`${target}.*`;
  const values = (returning === 'all' ? [...columns.keys()] : returning).map((name) => {
    const value = sql`${target}.${identifier(name)}`;
    const column = columns.get(name);
    if (column?.isStored) return value;
    const type = column?.baseType ?? computed.get(name) ?? 'other';
    return sql`${boundedValue(value, type, MAX_ROW_BYTES)} as ${identifier(name)}`;
  });
  return joined(values, ', ');
}
