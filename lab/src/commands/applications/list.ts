import type { Database } from '../../../../server/src/database/database.ts';
import { visible } from '../visible.ts';
import type { Application } from './export.ts';

/** Prints the newest applications, one per line, archived ones only on request. */
export async function list(database: Database, limit: number, archived: boolean): Promise<void> {
  const { rows } = await database.query<Application & { total: string }>(
    `select *, count(*) over () as total from public.applications
      where (archived_at is not null) = $2
      order by created_at desc, id desc limit $1`,
    [limit, archived],
  );
  for (const row of rows) console.log(describe(row));
  console.log(summarise(rows.length, Number(rows[0]?.total ?? 0), archived));
}

function describe(row: Application): string {
  const confirmed = row.email_confirmed_at ? 'confirmed' : `unconfirmed (mail ${row.confirmation_mail})`;
  const day = (row.created_at as Date).toISOString().slice(0, 16).replace('T', ' ');
  return [day, row.status, confirmed, row.name, row.email, row.linkedin ?? '-', row.sectors]
    .map((cell) => visible(String(cell)))
    .join('  ');
}

function summarise(shown: number, total: number, archived: boolean): string {
  const what = `${archived ? 'archived ' : ''}application${total === 1 ? '' : 's'}`;
  if (total === 0) return `No ${what} yet.`;
  return shown < total ? `${shown} of ${total} ${what} (--limit shows more).` : `${total} ${what}.`;
}
