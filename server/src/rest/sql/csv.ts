import { type Fragment, raw, sql } from './fragment.ts';

/** PostgreSQL's own text of a row of `pgrst_rows`, which quotes like CSV, without its parentheses. */
const csvLine = raw('left(right(pgrst_rows::text, -1), -1)');

/** The columns of the first row of `shown`, or nothing. */
function csvHeaderSql(shown: string): Fragment {
  return raw(`(
        select coalesce(string_agg(pgrst_key, ','), '')
        from (
          select json_object_keys(row_to_json(pgrst_first)) as pgrst_key
          from (select * from ${shown} limit 1) as pgrst_first
        ) as pgrst_keys
      )`);
}

/** A line for each row, as one text. It is null without rows. */
export const csvLines = sql`string_agg(${csvLine}, E'\\n')`;

/** All rows as one text with a header line. */
export const csvSql = (shown: string): Fragment =>
  sql`${csvHeaderSql(shown)} || E'\\n' || coalesce(${csvLines}, '')`;
