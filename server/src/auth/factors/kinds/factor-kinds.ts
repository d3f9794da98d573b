import type { FactorType } from '../../kernel/entities/account.rules.ts';
import type { FactorKind } from './factor-kind.ts';
import { phoneFactor } from './phone-factor.ts';
import { totpFactor } from './totp-factor.ts';
import { RECOVERY_METHOD } from '../recovery/recovery-code.rules.ts';
import { validationFailed } from '../../kernel/errors.ts';
import { webAuthnFactor } from './webauthn-factor.ts';

/** The kinds of second factor that answer a challenge. */
const factorKinds: Readonly<Record<Exclude<FactorType, 'recovery_code'>, FactorKind>> = {
  totp: totpFactor,
  phone: phoneFactor,
  webauthn: webAuthnFactor,
};

/**
 * Returns the behaviour of a kind of factor. Recovery codes have separate endpoints and no challenge.
 * @throws AuthError 400 validation_failed
 */
export function factorKind(type: string): FactorKind {
  if (type === 'totp' || type === 'phone' || type === 'webauthn') return factorKinds[type];
  throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}

/** Returns the sign-in method (AMR) of a session that a factor has raised. */
export const methodOf = (type: FactorType): string =>
  type === 'recovery_code' ? RECOVERY_METHOD : factorKinds[type].method;
