import type { Query } from '../../database/database.ts';
import { type SignedInCall, uuidParameter } from '../kernel/call.ts';
import type { FactorRow } from '../kernel/entities/account.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { lockFactor } from './factors.store.ts';

/** @throws AuthError 403 no_authorization: an anonymous account has nothing to protect */
export function refuseAnonymous(call: SignedInCall): void {
  if (call.account.user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
}

/** Returns the route's factor if it is the caller's, locked until the transaction ends. */
export async function lockedFactor(call: SignedInCall, query: Query): Promise<FactorRow> {
  const factor = await lockFactor(query, call.account.user.id, uuidParameter(call, 'factor_id'));
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** The counter of wrong second-factor codes, one for all factors of the account. */
export const attemptsKey = (call: SignedInCall): string => `second factor ${call.account.user.id}`;
