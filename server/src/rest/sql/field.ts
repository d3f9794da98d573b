import type { JsonStep } from '../parse/field.ts';
import type { PlannedField, Scope } from '../plan/read-plan.ts';
import { bind, type Fragment, identifier, sql } from './fragment.ts';

/** A column of the scope, or its whole row, with the path into its JSON. */
export function fieldSql({ alias }: Pick<Scope, 'alias'>, { column, type, path }: PlannedField): Fragment {
  if (column === null) return identifier(alias);
  const plain = sql`${identifier(alias)}.${identifier(column)}`;
  if (path.length === 0) return plain;
  const isJson = type === 'json' || type === 'jsonb';
  return path.reduce(stepSql, isJson ? plain : sql`to_jsonb(${plain})`);
}

function stepSql(from: Fragment, { by, operand, asText }: JsonStep): Fragment {
  const value = bind(operand);
  const key = by === 'index' ? sql`${value}::int` : value;
  return asText ? sql`${from}->>${key}` : sql`${from}->${key}`;
}
