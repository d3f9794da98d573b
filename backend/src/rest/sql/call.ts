import type { ArgumentText, CallPlan } from '../plan/action-plan.ts';
import { bodySql } from './body.ts';
import {
  bind,
  type Fragment,
  identifier,
  joined,
  nothing,
  qualified,
  raw,
  requestBody,
  sql,
} from './fragment.ts';

/** The call as a query; values without a name come as `pgrst_scalar`. */
export function callSql({ routine, arguments: given }: CallPlan): Fragment {
  const name = qualified(routine);
  const called = (list: Fragment) =>
    routine.returns.kind === 'composite'
      ? sql`${name}(${list}) as pgrst_call`
      : sql`(select ${name}(${list}) as pgrst_scalar) as pgrst_call`;
  switch (given.kind) {
    case 'none':
      return sql`select pgrst_call.* from ${called(nothing)}`;
    case 'whole':
      return sql`select pgrst_call.* from ${called(sql`${given.value === null ? requestBody : bind(given.value)}::${raw(given.type)}`)}`;
    case 'texts':
      return sql`select pgrst_call.* from ${called(joined(given.values.map(textSql), ', '))}`;
    case 'body': {
      const { isArray, parameters } = given;
      const passed = parameters.map(
        (parameter) =>
          sql`${raw(parameter.variadic ? 'variadic ' : '')}${identifier(parameter.name)} := pgrst_body.${identifier(parameter.name)}`,
      );
      const body = bodySql({ isArray, columns: parameters });
      return sql`select pgrst_call.* from (select *${body} limit 1) as pgrst_body, lateral ${called(joined(passed, ', '))}`;
    }
  }
}

function textSql({ name, type, variadic, value }: ArgumentText): Fragment {
  const bound = sql`${bind(typeof value === 'string' ? value : [...value])}::${raw(type)}`;
  return sql`${raw(variadic ? 'variadic ' : '')}${identifier(name)} := ${bound}`;
}
