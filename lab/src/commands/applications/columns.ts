import { exportColumns } from '../../../../supabase/functions/_shared/contract/export-columns.ts';

type Value = string | number | boolean | Date | readonly string[] | null;

export type Application = Record<(typeof exportColumns)[number], Value>;

/** The columns of an export as SQL: people by their addresses, as everywhere in an export. */
export const exportedColumns = exportColumns
  .map((column) => {
    if (column === 'assignee') return '(select email from auth.users where id = assignee) as assignee';
    // A number and no text; no rating is an empty cell.
    return column === 'rating' ? 'nullif(rating, 0)::float8 as rating' : column;
  })
  .join(', ');
