import { z } from 'zod';
import { erasure, type Erasure } from './erasure-list.ts';

/** Runs one statement on a pool or a single connection. */
export type Ask = (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;

/**
 * Returns true if the project can erase personal data. Its database then has `private.list_erasures(since)`, which
 * returns erasures as JSON, and `private.apply_erasures(list)`, which erases what a list names and counts it.
 */
async function canErase(ask: Ask): Promise<boolean> {
  const { rows } = await ask(
    `select to_regprocedure('private.list_erasures(timestamptz)') is not null
        and to_regprocedure('private.apply_erasures(jsonb)') is not null as can`,
  );
  return (rows[0] as { can: boolean }).can;
}

const listed = z.object({ list: z.array(erasure) });

/** Returns the database's erasures since a time of the database's clock, or all. A project without erasures has none. */
export async function listErasures(ask: Ask, since = '-infinity'): Promise<Erasure[]> {
  if (!(await canErase(ask))) return [];
  const { rows } = await ask('select private.list_erasures($1::timestamptz) as list', [since]);
  return listed.parse(rows[0]).list;
}

/** Erases what `list` and the database's own list name. Returns how many rows existed, or null without erasure. */
export async function applyErasures(ask: Ask, list: readonly Erasure[]): Promise<number | null> {
  if (!(await canErase(ask))) return null;
  const { rows } = await ask('select private.apply_erasures($1::jsonb)::integer as erased', [
    JSON.stringify(list),
  ]);
  return (rows[0] as { erased: number }).erased;
}
