import { z } from 'zod';
import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import { type SignedInCall, bodyOf, presentTime } from '../kernel/call.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import type { FactorType } from '../kernel/entities/account.rules.ts';
import { AuthError, userNotFound, insufficientAal } from '../kernel/errors.ts';
import { factorKind } from './kinds/factor-kinds.ts';
import { requireSwitchedOn, refuseAnonymous } from './target-factor.ts';
import { deleteStaleFactors, insertFactor } from './factors.store.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';

/** A factor that was begun and not verified for this long makes way for another try. */
const STALE_AFTER_MS = 300_000;

const schema = z.looseObject({
  factor_type: z.string().nullish(),
  friendly_name: z.string().max(100).nullish(),
});

/** POST /factors `{factor_type, friendly_name?, …}` returns the new, unverified factor (contract A4.1). */
export async function factorEnroll(call: SignedInCall): Promise<unknown> {
  const body = bodyOf(call, schema);
  const kind = factorKind(body.factor_type ?? '');
  const type = body.factor_type as FactorType;
  refuseAnonymous(call);
  requireSwitchedOn(call, type, 'enroll');
  const friendlyName = body.friendly_name?.trim() ?? '';
  const { answer, ...columns } = await kind.enroll(call, body);
  return call.auth.database.transaction(async (query) => {
    await requireRoom(call, query, friendlyName);
    const userId = call.account.user.id;
    const at = presentTime(call);
    const factor = { user_id: userId, factor_type: type, friendly_name: friendlyName, ...columns };
    const id = await insertFactor(query, factor, at);
    await audit(call, query, 'factor_in_progress', userId, { factor_id: id, factor_type: type });
    return { id, type, friendly_name: friendlyName, ...answer };
  });
}

/**
 * Locks the account until the transaction ends.
 * @throws AuthError 403 insufficient_aal; 422 too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function requireRoom(call: SignedInCall, query: Query, friendlyName: string): Promise<void> {
  const userId = call.account.user.id;
  const stale = new Date(call.auth.clock.now() - STALE_AFTER_MS);
  await deleteStaleFactors(query, userId, stale);
  const account = await lockAccount(query, userId);
  if (!account) throw userNotFound();
  if (owesSecondFactor(call, account)) throw insufficientAal('enroll a new factor');
  if (account.factors.length >= call.auth.settings.mfa.max_enrolled_factors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (account.factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
}
