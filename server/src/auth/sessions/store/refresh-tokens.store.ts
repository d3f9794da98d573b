import type { Query } from '../../../database/database.ts';
import type { RefreshTokenRow } from '../refresh-rotation.rules.ts';

/** Uses of one session's tokens wait for each other, this long at most; then `55P03`. */
const LOCK_TIMEOUT = '5s';

/**
 * Holds the session a token belongs to until the transaction ends, so that parallel uses come one by one.
 * @returns the session's id; undefined when the token is unknown, null when its session is gone.
 */
export async function lockTokenSession(query: Query, token: string): Promise<string | null | undefined> {
  await query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  const { rows } = await query<{ session_id: string | null }>(
    `select t.session_id from auth.refresh_tokens t left join auth.sessions s on s.id = t.session_id
     where t.token = $1`,
    [token],
  );
  const sessionId = rows[0]?.session_id;
  if (!sessionId) return rows.length === 0 ? undefined : null;
  const locked = await query('select 1 from auth.sessions where id = $1 for update', [sessionId]);
  return locked.rowCount === 0 ? null : sessionId;
}

export interface TokensOfSession {
  readonly presented: RefreshTokenRow | null;
  readonly active: Pick<RefreshTokenRow, 'token' | 'parent'> | null;
}

/**
 * The presented token as it is now, and the session's newest unrevoked one. A session's first token has no parent, and
 * each proof that raises it begins anew with one that has none.
 */
export async function presentedAndActive(
  query: Query,
  token: string,
  sessionId: string,
): Promise<TokensOfSession> {
  const { rows } = await query<TokensOfSession>(
    `select
       (select to_jsonb(t) || jsonb_build_object('predates_proof', exists (
          select from auth.refresh_tokens later
          where later.session_id = $2 and later.parent is null and later.id > t.id))
        from auth.refresh_tokens t where t.token = $1) as presented,
       (select to_jsonb(t) from auth.refresh_tokens t
        where t.session_id = $2 and not t.revoked order by t.id desc limit 1) as active`,
    [token, sessionId],
  );
  return rows[0]!;
}

export interface NewToken {
  readonly token: string;
  /** Null begins anew: no token from before leads to this one. */
  readonly parent: string | null;
  readonly userId: string;
  readonly sessionId: string;
  readonly at: Date;
}

/** Makes a token, and revokes its parent (dating the revocation only the first time). */
export async function insertToken(query: Query, token: NewToken): Promise<void> {
  await query(
    `with spent as (
       update auth.refresh_tokens set revoked = true, updated_at = $5 where token = $2 and not revoked
     )
     insert into auth.refresh_tokens (token, parent, user_id, revoked, session_id, created_at, updated_at)
     values ($1, $2, $3, false, $4, $5, $5)`,
    [token.token, token.parent, token.userId, token.sessionId, token.at],
  );
}

/** Revokes every token of a session, which lives on. */
export async function revokeTokens(query: Query, sessionId: string, at: Date): Promise<void> {
  await query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked',
    [sessionId, at],
  );
}

/** Notes a refresh on the session: when, with what program, from where. */
export async function touchSession(
  query: Query,
  sessionId: string,
  facts: { at: Date; userAgent: string | null; address: string | null },
): Promise<void> {
  await query(
    `update auth.sessions
     set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4::inet
     where id = $1`,
    [sessionId, facts.at, facts.userAgent, facts.address],
  );
}

/** Holds a session until the transaction ends; false when it has ended, or none of its tokens is good any more. */
export async function lockSession(query: Query, sessionId: string): Promise<boolean> {
  await query('select 1 from auth.sessions where id = $1 for update', [sessionId]);
  const { rowCount } = await query(
    'select 1 from auth.refresh_tokens where session_id = $1 and not revoked limit 1',
    [sessionId],
  );
  return rowCount > 0;
}
