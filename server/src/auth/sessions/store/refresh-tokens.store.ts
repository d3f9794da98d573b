import type { Query } from '../../../database/database.ts';
import { ACCOUNT } from '../../accounts/store/accounts.store.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import type { AmrRow, SessionRow } from '../../kernel/entities/session.rules.ts';
import type { RefreshTokenRow } from '../refresh-rotation.rules.ts';

/** For the transaction of a refresh: uses of one session's tokens wait for each other, this long at most; then `55P03`. */
export const refreshSettings = { lock_timeout: '5s' };

/**
 * Holds the session a token belongs to until the transaction ends, so that parallel uses come one by one.
 * @returns the session; undefined when the token is unknown, null when its session is gone.
 */
export async function lockTokenSession(query: Query, token: string): Promise<SessionRow | null | undefined> {
  const { rows } = await query<{ session: SessionRow | null }>(
    `with presented as materialized (select session_id from auth.refresh_tokens where token = $1),
     held as (
       select to_jsonb(s) as session from auth.sessions s where s.id = (select session_id from presented) for update
     )
     select session from presented left join held on true`,
    [token],
    'refresh: hold the session',
  );
  return rows[0]?.session;
}

/** What a refresh decides by and answers with. */
export interface RefreshFacts extends Account {
  /** The presented token as it is now. */
  readonly presented: RefreshTokenRow | null;
  /** The session's newest unrevoked token. */
  readonly active: Pick<RefreshTokenRow, 'token' | 'parent'> | null;
  readonly amr: readonly AmrRow[];
}

/**
 * Reads all that a refresh needs beside its session, which is held; null without an account. A session's first token has no
 * parent, and each proof that raises it begins anew with one that has none.
 */
export async function findRefreshFacts(
  query: Query,
  token: string,
  session: Pick<SessionRow, 'id' | 'user_id'>,
): Promise<RefreshFacts | null> {
  const { rows } = await query<RefreshFacts>(
    `select ${ACCOUNT},
       (select to_jsonb(t) || jsonb_build_object('predates_proof', exists (
          select from auth.refresh_tokens later
          where later.session_id = $2 and later.parent is null and later.id > t.id))
        from auth.refresh_tokens t where t.token = $1) as presented,
       (select to_jsonb(t) from auth.refresh_tokens t
        where t.session_id = $2 and not t.revoked order by t.id desc limit 1) as active,
       coalesce((select jsonb_agg(to_jsonb(a)) from auth.mfa_amr_claims a where a.session_id = $2), '[]') as amr
     from auth.users u where u.id = $3`,
    [token, session.id, session.user_id],
    'refresh: read',
  );
  return rows[0] ?? null;
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
    'a further refresh token',
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
    'refresh: touch the session',
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
