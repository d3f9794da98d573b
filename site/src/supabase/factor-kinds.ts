import { readSettings, type FactorOpening } from './auth-settings.ts';

/** The kinds of second factor, as the wire names them. */
export type FactorKind = 'totp' | 'webauthn' | 'phone' | 'recovery_code';

/** The kinds the backend accepts, and the domain of its security keys. */
export interface FactorKinds extends Readonly<Record<FactorKind, FactorOpening>> {
  readonly keyDomain: string;
}

/**
 * The default for a backend without this setting, which is Supabase. It asks for existing factors and accepts
 * authenticator apps.
 */
const unsaid = { enroll: false, verify: true };

/** Recovery codes of a backend without this setting. Their endpoint shows if there are any. */
const untold = { enroll: true, verify: true };

/** Reads the backend's second factors, once a page. */
export async function readFactorKinds(): Promise<FactorKinds> {
  const { mfa } = await readSettings();
  return {
    totp: mfa?.['totp'] ?? { enroll: true, verify: true },
    webauthn: mfa?.['webauthn'] ?? unsaid,
    phone: mfa?.['phone'] ?? unsaid,
    recovery_code: mfa?.['recovery_code'] ?? (mfa ? unsaid : untold),
    keyDomain: mfa?.['webauthn']?.rp_id ?? location.hostname,
  };
}
