import type { Call } from '../kernel/call.ts';
import type { FactorType } from '../kernel/entities/account.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { factorSwitches } from '../kernel/settings.ts';

/** The names of second factors in error codes and sentences. */
const names: Readonly<Record<FactorType, { readonly code: string; readonly text: string }>> = {
  totp: { code: 'totp', text: 'TOTP' },
  phone: { code: 'phone', text: 'Phone' },
  webauthn: { code: 'webauthn', text: 'WebAuthn' },
  recovery_code: { code: 'recovery_codes', text: 'recovery codes' },
};

const nouns = { enroll: 'enroll', verify: 'verification' } as const;

/** @throws AuthError 422 mfa_*_enroll_not_enabled, mfa_*_verify_not_enabled, as `[auth.mfa.*]` of config.toml says */
export function requireSwitchedOn({ auth }: Call, type: FactorType, what: keyof typeof nouns): void {
  if (factorSwitches(auth.settings, type)[what]) return;
  const { code, text } = names[type];
  throw new AuthError(422, `mfa_${code}_${what}_not_enabled`, `MFA ${nouns[what]} is disabled for ${text}`);
}
