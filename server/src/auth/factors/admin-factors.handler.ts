import { audit } from '../kernel/audit.ts';
import { type Handler, uuidParameter } from '../kernel/call.ts';
import { factorJson } from '../accounts/user-json.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { methodOf } from './kinds/factor-kinds.ts';
import { deleteFactor } from './factors.store.ts';
import { removeLoneCodes } from './recovery/remove-codes.ts';
import { lowerSessionsOf } from '../sessions/store/session-levels.store.ts';
import { lockedTarget, targetAccount } from '../accounts/target-account.ts';

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
