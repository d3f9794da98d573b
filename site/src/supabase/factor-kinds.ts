import { readSettings, type FactorOpening } from './settings.ts';

/** The kinds of second factor, as the wire names them. */
export type FactorKind = 'totp' | 'webauthn' | 'phone' | 'recovery_code';

/** Which kinds the backend takes, and to which domain it binds security keys. */
export interface FactorKinds extends Readonly<Record<FactorKind, FactorOpening>> {
  readonly keyDomain: string;
}

/** A backend that does not say asks for what accounts have, and takes authenticator apps: so it is on Supabase. */
const unsaid = { enroll: false, verify: true };

/** Recovery codes of a backend that says nothing of factors: their own endpoint tells whether there are any. */
const untold = { enroll: true, verify: true };

/** What the backend takes as second factor; asked once a page. */
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
