import type { FactorType } from '../../kernel/entities/account.rules.ts';
import type { FactorKind } from './factor-kind.ts';
import { phoneFactor } from './phone-factor.ts';
import { totpFactor } from './totp-factor.ts';
import { webAuthnFactor } from './webauthn-factor.ts';

/** The kinds of second factor there are. */
export const factorKinds: Readonly<Record<FactorType, FactorKind>> = {
  totp: totpFactor,
  phone: phoneFactor,
  webauthn: webAuthnFactor,
};
