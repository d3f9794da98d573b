import type { Query } from '../../database/database.ts';
import { type SignedInCall, parameterOf } from '../kernel/call.ts';
import { type FactorRow, isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { lockFactor } from './factors.store.ts';

/** @throws AuthError 403 no_authorization: an anonymous account has nothing to protect */
export function refuseAnonymous(call: SignedInCall): void {
  if (call.account.user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
}

/** The factor a route names, if it is the caller's own; held until the transaction ends. */
export async function lockedFactor(call: SignedInCall, query: Query): Promise<FactorRow> {
  const id = parameterOf(call, 'factor_id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const factor = await lockFactor(query, call.account.user.id, id);
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** What wrong codes of second factors are counted by: the account, whichever of its factors or codes is tried. */
export const attemptsKey = (call: SignedInCall): string => `second factor ${call.account.user.id}`;
