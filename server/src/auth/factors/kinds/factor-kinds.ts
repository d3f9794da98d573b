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
 * What the kind does of its own. Recovery codes have endpoints of their own and answer no challenge.
 * @throws AuthError 400 validation_failed
 */
export function factorKind(type: string): FactorKind {
  if (type === 'totp' || type === 'phone' || type === 'webauthn') return factorKinds[type];
  throw validationFailed('factor_type needs to be totp, phone, or webauthn');
}

/** How a session that a factor has raised says so (AMR method). */
export const methodOf = (type: FactorType): string =>
  type === 'recovery_code' ? RECOVERY_METHOD : factorKinds[type].method;
