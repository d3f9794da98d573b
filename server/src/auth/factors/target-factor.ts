import { type Call, type SignedInCall, uuidParameter } from '../kernel/call.ts';
import type { Transaction } from '../kernel/transaction.ts';
import type { FactorRow, FactorType } from '../kernel/entities/account.rules.ts';
import { authError } from '../kernel/errors.ts';
import { lockFactor } from './factors.store.ts';
import { factorSwitches } from '../kernel/settings.ts';

/** @throws AuthError 403 no_authorization: an anonymous account has nothing to protect */
export function refuseAnonymous(call: SignedInCall): void {
  if (call.account.user.is_anonymous) {
    throw authError('no_authorization', {
      status: 403,
      message: 'Anonymous user not allowed to perform these actions',
    });
  }
}

const required = (factor: FactorRow | null | undefined): FactorRow => {
  if (!factor) throw authError('mfa_factor_not_found');
  return factor;
};

/** Returns the route's factor if it is the caller's, as it was when the request was admitted. */
export function factorOf(call: SignedInCall): FactorRow {
  const id = uuidParameter(call, 'factor_id').toLowerCase();
  return required(call.account.factors.find((factor) => factor.id === id));
}

/** The same factor as it is now, locked until the transaction ends. */
export const lockedFactor = async (tx: Transaction<SignedInCall>): Promise<FactorRow> =>
  required(await lockFactor(tx, tx.account.user.id, uuidParameter(tx, 'factor_id')));

/** The counter of wrong second-factor codes, one for all factors of the account. */
export const attemptsKey = (call: SignedInCall): string => `second factor ${call.account.user.id}`;

/** The names of second factors in error codes. */
const names = {
  totp: 'totp',
  phone: 'phone',
  webauthn: 'webauthn',
  recovery_code: 'recovery_codes',
} as const satisfies Record<FactorType, string>;

/** @throws AuthError 422 mfa_*_enroll_not_enabled, mfa_*_verify_not_enabled, as `[auth.mfa.*]` of config.toml says */
export function requireSwitchedOn({ auth }: Call, type: FactorType, what: 'enroll' | 'verify'): void {
  if (factorSwitches(auth.settings, type)[what]) return;
  throw authError(`mfa_${names[type]}_${what}_not_enabled`);
}
