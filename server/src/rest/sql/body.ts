import type { Column } from '../catalogue/catalogue.ts';
import type { WrittenBody } from '../plan/action-plan.ts';
import { bind, type Fragment, identifier, joined, nothing, raw, requestBody, sql } from './fragment.ts';

/** Names and types of the wanted keys of a JSON body. */
type BodyShape = Pick<WrittenBody, 'isArray'> & {
  readonly columns: readonly Pick<Column, 'name' | 'type'>[];
};

/** `from …` that gives the rows of a JSON body as `pgrst_body`. */
export function bodySql({ isArray, columns }: BodyShape, defaults: Fragment = nothing): Fragment {
  const document = defaults === nothing ? sql`${requestBody}::json` : defaultedSql(isArray, defaults);
  const json = raw(defaults === nothing ? 'json' : 'jsonb');
  if (columns.length === 0)
    return isArray
      ? sql` from ${json}_array_elements(${document}) as pgrst_body`
      : sql` from (values (${document})) as pgrst_body`;
  const typed = columns.map(({ name, type }) => sql`${identifier(name)} ${raw(type)}`);
  const expand = raw(isArray ? '_to_recordset' : '_to_record');
  return sql` from ${json}${expand}(${document}) as pgrst_body (${joined(typed, ', ')})`;
}

/** The body of a write, with defaults for the keys its rows leave out where that is asked for. */
export function writtenBodySql(body: WrittenBody): Fragment {
  const filled = body.columns.filter((column) => column.default !== null && !column.generated);
  if (!body.fillsDefaults || filled.length === 0) return bodySql(body);
  const pairs = filled.map((column) => sql`${bind(column.name)}::text, ${raw(column.default!)}`);
  return bodySql(body, sql`jsonb_build_object(${joined(pairs, ', ')})`);
}

/** PostgreSQL computes defaults for each row. */
function defaultedSql(isArray: boolean, defaults: Fragment): Fragment {
  const document = sql`${requestBody}::jsonb`;
  if (!isArray) return sql`${defaults} || ${document}`;
  const rows = sql`jsonb_array_elements(${document}) as pgrst_row`;
  return sql`(select coalesce(jsonb_agg(${defaults} || pgrst_row), '[]') from ${rows})`;
}
