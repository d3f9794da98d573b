import type { JsonStep } from '../parse/field.ts';
import type { PlannedField } from '../plan/read-plan.ts';
import { bind, type Fragment, identifier, qualified, sql } from './fragment.ts';

/** A column of the rows `alias`, or a whole row, with the path into its JSON. */
export function fieldSql(alias: string, field: PlannedField): Fragment {
  const { column, rowOf, type, path } = field;
  const whole = identifier(alias);
  if (column === null) return whole;
  const row = rowOf ? sql`(${whole}::${qualified(rowOf)})` : whole;
  const plain = sql`${row}.${identifier(column)}`;
  if (path.length === 0) return plain;
  const isJson = type === 'json' || type === 'jsonb';
  return path.reduce(stepSql, isJson ? plain : sql`to_jsonb(${plain})`);
}

function stepSql(from: Fragment, { by, operand, asText }: JsonStep): Fragment {
  const value = bind(operand);
  const key = by === 'index' ? sql`${value}::int` : value;
  return asText ? sql`${from}->>${key}` : sql`${from}->${key}`;
}
