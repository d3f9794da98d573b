import type { ArgumentText, CallPlan } from '../plan/action-plan.ts';
import { bodySql } from './body.ts';
import { bind, type Fragment, identifier, joined, qualified, raw, requestBody, sql } from './fragment.ts';

/** The call as a query. Values without a name come as `pgrst_scalar`. */
export function callSql({ routine, arguments: given }: CallPlan): Fragment {
  const name = qualified(routine);
  const called = (list: Fragment) =>
    routine.returns.kind === 'composite'
      ? sql`${name}(${list}) as pgrst_call`
      : sql`(select ${name}(${list}) as pgrst_scalar) as pgrst_call`;
  switch (given.kind) {
    case 'whole': {
      const whole = given.value === null ? requestBody : bind(given.value);
      return sql`select pgrst_call.* from ${called(sql`${whole}::${raw(given.type)}`)}`;
    }
    case 'unnamed': {
      const { type, isArray } = given;
      const row = isArray ? sql`(${requestBody}::json->0)` : sql`${requestBody}::json`;
      const step = raw(type === 'json' || type === 'jsonb' ? '->' : '->>');
      return sql`select pgrst_call.* from ${called(sql`(${row}${step}'')::${raw(type)}`)}`;
    }
    case 'texts':
      return sql`select pgrst_call.* from ${called(joined(given.values.map(textSql), ', '))}`;
    case 'body': {
      const { isArray, parameters } = given;
      const passed = parameters.map(({ name: parameter, variadic }) =>
        argumentSql(parameter, variadic, sql`pgrst_body.${identifier(parameter)}`),
      );
      const body = bodySql({ isArray, columns: parameters });
      const row = sql`(select *${body} limit 1) as pgrst_body`;
      return sql`select pgrst_call.* from ${row}, lateral ${called(joined(passed, ', '))}`;
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
