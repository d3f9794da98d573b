import type { ArgumentText, CallArguments, CallPlan } from '../plan/action-plan.ts';
import { bodySql } from './body.ts';
import { bind, type Fragment, identifier, joined, qualified, raw, requestBody, sql } from './fragment.ts';

/** The call as a query. Values without a name come as `pgrst_scalar`. */
export function callSql({ routine, arguments: args }: CallPlan): Fragment {
  const call = sql`${qualified(routine)}(${argumentsSql(args)})`;
  const called = routine.returns.kind === 'composite' ? call : sql`(select ${call} as pgrst_scalar offset 0)`;
  if (args.kind !== 'body') return sql`select pgrst_call.* from ${called} as pgrst_call`;
  const body = bodySql({ isArray: args.isArray, columns: args.parameters });
  const row = sql`(select *${body} limit 1) as pgrst_body`;
  return sql`select pgrst_call.* from ${row}, lateral ${called} as pgrst_call`;
}

function argumentsSql(args: CallArguments): Fragment {
  switch (args.kind) {
    case 'whole':
      return sql`${args.value === null ? requestBody : bind(args.value)}::${raw(args.type)}`;
    case 'unnamed': {
      const { type, isArray } = args;
      const row = isArray ? sql`(${requestBody}::json->0)` : sql`${requestBody}::json`;
      const step = raw(type === 'json' || type === 'jsonb' ? '->' : '->>');
      return sql`(${row}${step}'')::${raw(type)}`;
    }
    case 'texts':
      return joined(args.values.map(textSql), ', ');
    case 'body': {
      const passed = args.parameters.map(({ name, variadic }) =>
        argumentSql(name, variadic, sql`pgrst_body.${identifier(name)}`),
      );
      return joined(passed, ', ');
    }
  }
}

function textSql({ name, type, variadic, value }: ArgumentText): Fragment {
  const bound = bind(typeof value === 'string' ? value : [...value]);
  return argumentSql(name, variadic, sql`${bound}::${raw(type)}`);
}

/** A parameter without a name takes its value by place. */
const argumentSql = (name: string, variadic: boolean, value: Fragment): Fragment =>
  name === '' ? value : sql`${raw(variadic ? 'variadic ' : '')}${identifier(name)} := ${value}`;
