import type { ActionPlan } from '../plan/action-plan.ts';
import { callSql } from './call.ts';
import { bind, type Fragment, nothing, raw, sql } from './fragment.ts';
import { countedSql, readSql } from './read.ts';
import { writeSql } from './write.ts';

/** The rows that the request reads, writes or calls. */
export function sourceSql(plan: ActionPlan): Fragment {
  if (plan.write) return writeSql(plan.write);
  return plan.call ? callSql(plan.call) : readSql(plan.read);
}

/** Returns the common table expression that counts all rows and the expression for the total. */
export function totalSql(plan: ActionPlan): { counted: Fragment; total: Fragment } {
  const counts = plan.count === 'exact' || plan.count === 'estimated';
  if (plan.kind === 'write' || !counts) return { counted: nothing, total: raw('null::bigint') };
  // An estimate is taken only where counting would go beyond the bound.
  const isBounded = plan.count === 'estimated' && plan.maxRows !== null;
  const bound = isBounded ? sql` limit ${bind(String(plan.maxRows! + 1))}` : nothing;
  return {
    counted: sql`, pgrst_counted as (${countedSql(plan.read)}${bound})`,
    total: raw('(select count(*) from pgrst_counted)'),
  };
}

/** Asks the planner how many rows it thinks there are. */
export function estimateSql(plan: ActionPlan): Fragment {
  const source = plan.call ? sql`with pgrst_source as (${sourceSql(plan)}) ` : nothing;
  return sql`explain (format json) ${source}${countedSql(plan.read)}`;
}
