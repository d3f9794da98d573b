import type { Queryable } from '../../database/database.ts';
import { findRows } from '../../database/rows.ts';
import type { FactorRow } from '../kernel/entities/account.rules.ts';
import { lowerSessionsOf } from '../sessions/store/sessions.store.ts';
import { deleteFactor } from './factors.store.ts';
import { methodOf } from './kinds/factor-kinds.ts';

/**
 * Removes a factor. Sessions that it raised return to aal1. The last other verified factor takes the recovery codes
 * along, because they are never the only one (contract A4.8).
 */
export async function removeFactor(db: Queryable, { id, user_id, factor_type }: FactorRow): Promise<void> {
  await lowerSessionsOf(db, id, methodOf(factor_type));
  await deleteFactor(db, id);
  const loneCodes = `user_id = $1 and factor_type::text = 'recovery_code'
    and not exists (select from auth.mfa_factors o
      where o.user_id = $1 and o.status = 'verified' and o.factor_type::text <> 'recovery_code')`;
  const left = await findRows<FactorRow>(db, 'auth.mfa_factors', loneCodes, [user_id]);
  for (const codes of left) await removeFactor(db, codes);
}
