import type { Batches, Queryable } from '../../../database/database.ts';
import type { Dated } from '../../../database/rows.ts';
import { ACCOUNT } from '../../accounts/store/accounts.store.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import type { AmrRow, SessionRow } from '../../kernel/entities/session.rules.ts';
import type { RefreshTokenRow } from '../refresh-rotation.rules.ts';

/** The data a refresh needs for its decision and answer. */
export interface RefreshFacts extends Account {
  readonly session: SessionRow;
  /** The presented token as it is now. */
  readonly presented: RefreshTokenRow;
  /** The session's newest token, where the presented one is revoked and that one is not. */
  readonly active: Pick<RefreshTokenRow, 'token' | 'parent'> | null;
  readonly amr: readonly AmrRow[];
}

const HOLD_SESSION = `
  select held.id from auth.refresh_tokens t
  left join lateral (select s.id from auth.sessions s where s.id = t.session_id for update) held on true
  where t.token = $1`;

// A session's first token and each token after a proof have no parent. A token is revoked when the next is created,
// so only the newest is needed. A session may have had thousands.
const readFacts = `
  select ${ACCOUNT},
    to_json(s) as session,
    json_build_object('token', t.token, 'revoked', t.revoked, 'parent', t.parent, 'updated_at', t.updated_at,
      'predates_proof', exists (
        select from auth.refresh_tokens later
        where later.session_id = s.id and later.id > t.id and later.parent is null)) as presented,
    case when t.revoked then (
      select json_build_object('token', a.token, 'parent', a.parent) from auth.refresh_tokens a
      where a.id = (select max(id) from auth.refresh_tokens where session_id = s.id) and not a.revoked) end as active,
    coalesce((select json_agg(a) from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr
  from auth.refresh_tokens t
  join auth.sessions s on s.id = t.session_id
  join auth.users u on u.id = s.user_id
  where t.token = $1`;

/**
 * Locks the session of a token until the transaction ends, so that parallel uses are serial, and then reads all that
 * a refresh needs. It takes two statements, because the second must see what the first has waited for.
 * @returns undefined when the token is unknown, null when its session or account is gone.
 */
export async function holdRefreshFacts({ together }: Batches, token: string) {
  const [held, read] = await together<RefreshFacts>([
    { name: 'refresh: hold the session', text: HOLD_SESSION, values: [token] },
    { name: 'refresh: read', text: readFacts, values: [token] },
  ]);
  return held!.rowCount === 0 ? undefined : (read!.rows[0] ?? null);
}

/** Creates a token without a parent, so no earlier token leads to it. */
export async function insertFirstToken(
  db: Dated,
  { token, userId, sessionId }: { token: string; userId: string; sessionId: string },
): Promise<void> {
  await db.query(
    `insert into auth.refresh_tokens (token, user_id, revoked, session_id, created_at, updated_at)
     values ($1, $2, false, $3, $4, $4)`,
    [token, userId, sessionId, db.at],
  );
}

/** Revokes every token of a session, which lives on. */
export async function revokeTokens(db: Dated, sessionId: string): Promise<void> {
  await db.query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked',
    [sessionId, db.at],
  );
}

/** The time, program and address of a refresh, which a session remembers. */
interface Refreshed {
  readonly sessionId: string;
  readonly at: Date;
  readonly userAgent: string | null;
  readonly address: string | null;
}

const TOUCH_SESSION = `
  update auth.sessions
  set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4::inet
  where id = $1`;

/** Notes a refresh on the session, and commits. */
export async function finishRefresh({ finish }: Batches, refreshed: Refreshed): Promise<void> {
  await finish([{ name: 'refresh: touch', text: TOUCH_SESSION, values: touchValues(refreshed) }]);
}

/**
 * Finishes a refresh with a new token. It revokes the parent and the session's newest token, so a session never has two
 * valid ones. A revocation is dated only the first time.
 */
export async function finishRotation(
  { finish }: Batches,
  refreshed: Refreshed,
  { token, parent, userId }: { token: string; parent: string; userId: string },
): Promise<void> {
  const values = [...touchValues(refreshed), token, parent, userId];
  await finish([{ name: 'refresh: rotate', text: rotation, values }]);
}

const rotation = `
  with touched as (${TOUCH_SESSION}), spent as (
    update auth.refresh_tokens set revoked = true, updated_at = $2
    where not revoked and id in (
      select id from auth.refresh_tokens where token = $6
      union all select max(id) from auth.refresh_tokens where session_id = $1)
  )
  insert into auth.refresh_tokens (token, parent, user_id, revoked, session_id, created_at, updated_at)
  values ($5, $6, $7, false, $1, $2, $2)`;

const touchValues = ({ sessionId, at, userAgent, address }: Refreshed) => [sessionId, at, userAgent, address];

/** Locks a session until the transaction ends. Returns false if it has ended or none of its tokens is valid. */
export async function lockSession(db: Queryable, sessionId: string): Promise<boolean> {
  await db.query('select 1 from auth.sessions where id = $1 for update', [sessionId]);
  const { rowCount } = await db.query(
    'select 1 from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [sessionId],
  );
  return rowCount > 0;
}
