import type { Query } from '../../../server/src/database/database.ts';

/** Tables that hold rows of a person. */
const tables = [
  'public.applications',
  'public.application_status_periods',
  'private.mails',
  'public.application_events',
  'public.application_notes',
  'public.application_note_versions',
  'public.note_mentions',
  'private.removed_notes',
  'public.application_ratings',
  'public.application_scorecards',
  'public.review_batches',
  'public.review_batch_items',
  'public.review_tags',
  'public.saved_views',
  'private.asked_mails',
  'private.application_tally',
  'private.application_tally_changes',
  'private.progress_tally',
  'private.progress_tally_changes',
];

/** Removes erased values from pages and statistics: autovacuum waits until a fifth of a table has changed. */
export async function vacuumErased(query: Query, isStopping = () => false): Promise<void> {
  const recent = await query(
    `select from private.erasures where erased_at > now() - interval '2 days' limit 1`,
  );
  if (recent.rowCount === 0) return;
  for (const table of tables) {
    if (!isStopping()) await query(`vacuum (analyze, skip_locked, index_cleanup on) ${table}`);
  }
}
