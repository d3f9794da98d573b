import type { FactorType } from './entities/account.rules.ts';
import type { AuthSettings } from './settings.ts';

const tables = { totp: 'totp', phone: 'phone', webauthn: 'web_authn' } as const;

/** Whether second factors of a kind can be added and used: `[auth.mfa.*]` of config.toml. */
export function factorSwitches({ mfa }: AuthSettings, kind: FactorType) {
  const { enroll_enabled, verify_enabled } = mfa[tables[kind]];
  return { enroll: enroll_enabled, verify: verify_enabled };
}
