import type { Queryable } from '../../../database/database.ts';
import { type Dated, updateRow } from '../../../database/rows.ts';

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
export async function deleteLowerSessions(db: Queryable, userId: string, keptId: string): Promise<void> {
  await db.query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and (aal is null or aal < 'aal2')`,
    [userId, keptId],
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
