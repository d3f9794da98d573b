import type { Queryable } from '../../../database/database.ts';
import { lowerSessionsOf } from '../../sessions/store/session-levels.store.ts';
import { deleteFactor } from '../factors.store.ts';
import { RECOVERY_METHOD } from './recovery-code.rules.ts';

/** Removes a factor of recovery codes with its codes. Sessions that such a code has raised return to aal1. */
export async function removeCodes(db: Queryable, factorId: string): Promise<void> {
  await lowerSessionsOf(db, factorId, RECOVERY_METHOD);
  await deleteFactor(db, factorId);
}

/** Removes a user's recovery codes with the last other verified factor: they are never the only one (contract A4.8). */
export async function removeLoneCodes(db: Queryable, userId: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from auth.mfa_factors f where f.user_id = $1 and f.factor_type::text = 'recovery_code'
       and not exists (select from auth.mfa_factors o
         where o.user_id = $1 and o.status = 'verified' and o.factor_type::text <> 'recovery_code')`,
    [userId],
  );
  for (const { id } of rows) await removeCodes(db, id);
}
