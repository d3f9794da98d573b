import { audit } from '../kernel/audit.ts';
import { type SignedInCall, type Handler, uuidParameter } from '../kernel/call.ts';
import { isAtSecondLevel } from '../kernel/assurance.rules.ts';
import { methodOf } from './kinds/factor-kinds.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { deleteFactor } from './factors.store.ts';
import { lowerSessionsOf } from '../sessions/store/session-levels.store.ts';
import { removeLoneCodes } from './recovery/remove-codes.ts';
import { lockedFactor, refuseAnonymous } from './target-factor.ts';
import { insufficientAal, AuthError } from '../kernel/errors.ts';
import { factorJson } from '../accounts/user-json.rules.ts';
import { lockedTarget, targetAccount } from '../accounts/target-account.ts';

/** DELETE /factors/{factor_id} → `{id}`, at aal2 for a verified one. The last takes recovery codes along (contract A4.5). */
export async function factorUnenroll(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const factor = await call.auth.database.transaction(async (query) => {
    // The account first, so that of two that go at once the second sees that the first is gone.
    await lockAccount(query, call.account.user.id);
    const found = await lockedFactor(call, query);
    if (found.status === 'verified' && !isAtSecondLevel(call)) {
      throw insufficientAal('unenroll verified factor', 422);
    }
    await lowerSessionsOf(query, found.id, methodOf(found.factor_type));
    await deleteFactor(query, found.id);
    await removeLoneCodes(query, found.user_id);
    await audit(call, query, 'factor_unenrolled', found.user_id, { factor_id: found.id });
    return found;
  });
  if (factor.status === 'verified') sendNoticeLater(call, 'factor_removed', call.account.user.email);
  return { id: factor.id };
}

/** GET /admin/users/{user_id}/factors (contract A7.4). */
export const adminListFactors: Handler = async (call) =>
  (await targetAccount(call, call.auth.database.query)).factors.map(factorJson);

/** DELETE /admin/users/{user_id}/factors/{factor_id} → the factor that was removed (contract A7.4). */
export const adminDeleteFactor: Handler = async (call) =>
  call.auth.database.transaction(async (query) => {
    const { factors, user } = await lockedTarget(call, query);
    const id = uuidParameter(call, 'factor_id');
    const factor = factors.find((candidate) => candidate.id === id);
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await lowerSessionsOf(query, id, methodOf(factor.factor_type));
    await deleteFactor(query, id);
    await removeLoneCodes(query, user.id);
    await audit(call, query, 'factor_deleted', user.id, { by: 'service_role', factor_id: id });
    return factorJson(factor);
  });
