import type { Queryable } from '../../../database/database.ts';
import type { SessionLimits } from '../../kernel/entities/session.rules.ts';

/** At once, with all their tokens. */
const SESSIONS_A_BATCH = 100;
/** At once. */
const TOKENS_A_BATCH = 1_000;

// Both statements skip rows that another copy or a sign-out has locked, because waiting could end in a deadlock.
const DELETE_ENDED = `
  delete from auth.sessions where id = any (array(
    select id from auth.sessions
    where not_after < now() - interval '1 day'
      or created_at < now() - interval '1 day' - make_interval(secs => $1)
      or coalesce(refreshed_at at time zone 'utc', created_at) < now() - interval '1 day' - make_interval(secs => $2)
    limit $3 for update skip locked))`;

/** Deletes sessions a day after they ended (`sessionEnd` says when), and their tokens with them. */
export async function deleteEndedSessions(
  db: Queryable,
  { timebox, inactivity_timeout }: SessionLimits,
  isStopping: () => boolean,
): Promise<void> {
  const secondsOf = (durationMs: number | undefined) => (durationMs ? durationMs / 1_000 : null);
  let deleted = SESSIONS_A_BATCH;
  while (deleted === SESSIONS_A_BATCH && !isStopping()) {
    const values = [secondsOf(timebox), secondsOf(inactivity_timeout), SESSIONS_A_BATCH];
    deleted = (await db.query(DELETE_ENDED, values)).rowCount;
  }
}

// The parent of a session's newest token leads to that one at any age.
const PRUNE = `
  with bounds as (
    select now() - interval '30 days' - make_interval(secs => $2) as revoked_before
  ), batch as (
    select * from auth.refresh_tokens where id > $1 order by id limit $3
  ), pruned as (
    delete from auth.refresh_tokens where id = any (array(
      select t.id from auth.refresh_tokens t join batch b on b.id = t.id, bounds
      where t.revoked and t.updated_at < revoked_before and t.token is distinct from (
        select newest.parent from auth.refresh_tokens newest
        where newest.session_id = t.session_id order by newest.id desc limit 1)
      for update of t skip locked))
  )
  select max(id) as last from batch, bounds having count(*) = $3 and bool_or(created_at < revoked_before)`;

/**
 * Deletes tokens that were revoked thirty days ago. Until then their reuse reveals a theft (contract A2.3), for
 * example after the holder's holiday. Tokens are checked in the order of creation up to those that are too young, so
 * no index is needed.
 */
export async function pruneRefreshTokens(
  db: Queryable,
  reuseIntervalSeconds: number,
  isStopping: () => boolean,
): Promise<void> {
  let batch = [{ last: '0' }];
  while (batch.length > 0 && !isStopping()) {
    const values = [batch[0]!.last, reuseIntervalSeconds, TOKENS_A_BATCH];
    batch = (await db.query<{ last: string }>(PRUNE, values)).rows;
  }
}
