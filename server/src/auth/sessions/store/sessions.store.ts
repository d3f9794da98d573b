import type { Queryable } from '../../../database/database.ts';
import { type Dated, findRow, findRows, updateRow } from '../../../database/rows.ts';
import type { AmrRow, SessionRow } from '../../kernel/entities/session.rules.ts';

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  readonly refreshToken: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  /** Null if the session has no fixed end. */
  readonly notAfter: Date | null;
}

/** Writes a session at aal1, its sign-in method and its first refresh token, and dates the user's sign-in. */
export async function insertSession(db: Dated, session: NewSession): Promise<void> {
  await db.query(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, not_after)
       values ($1, $2, $3, $3, 'aal1', $4, $5::inet, $6)
     ), amr as (
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       values (gen_random_uuid(), $1, $7, $3, $3)
     ), token as (
       insert into auth.refresh_tokens (token, user_id, revoked, session_id, created_at, updated_at)
       values ($8, $2::uuid::text, false, $1, $3, $3)
     )
     update auth.users set last_sign_in_at = $3 where id = $2`,
    [
      session.id,
      session.userId,
      db.at,
      session.userAgent,
      session.address,
      session.notAfter,
      session.method,
      session.refreshToken,
    ],
    'sign in',
  );
}

export const findSession = (db: Queryable, id: string): Promise<SessionRow | null> =>
  findRow(db, 'auth.sessions', 'id = $1', [id]);

export const sessionAmr = (db: Queryable, sessionId: string): Promise<AmrRow[]> =>
  findRows(db, 'auth.mfa_amr_claims', 'session_id = $1', [sessionId]);

/** Ends sessions of a user with their tokens, all of them, `only` one, or all `except` one. */
export async function deleteSessions(
  db: Queryable,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  await db.query(
    `delete from auth.sessions
     where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    [userId, which.only ?? null, which.except ?? null],
  );
}

/** Records a second proof on a session with its level, the factor and the sign-in method. */
export async function raiseSession(db: Dated, session: { id: string; factorId: string; method: string }) {
  const level = { aal: 'aal2', factor_id: session.factorId, updated_at: db.at };
  await updateRow(db, 'auth.sessions', 'id', session.id, level);
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [session.id, session.method, db.at],
  );
}

/** Ends a user's other sessions that have not shown a second factor. */
export async function deleteLowerSessions(db: Queryable, userId: string, remainingId: string): Promise<void> {
  await db.query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and (aal is null or aal < 'aal2')`,
    [userId, remainingId],
  );
}

/** Takes sessions back to aal1 that were raised by a factor that is gone. */
export async function lowerSessionsOf(db: Queryable, factorId: string, method: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_amr_claims a using auth.sessions s
     where s.id = a.session_id and s.factor_id = $1 and a.authentication_method = $2`,
    [factorId, method],
  );
  await db.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [factorId]);
}
