import * as z from 'zod/mini';
import { connection } from './connection.ts';

const factorOpening = z.object({
  /** New ones are taken. */
  enroll: z.boolean(),
  /** Existing factors are asked for. */
  verify: z.boolean(),
  rp_id: z.optional(z.string()),
});

/** The part of the auth service's settings that the site reads. */
const settings = z.object({
  external: z.optional(z.record(z.string(), z.boolean())),
  saml_enabled: z.optional(z.boolean()),
  passkeys_enabled: z.optional(z.boolean()),
  /** Only our own server sends this. */
  mfa: z.optional(z.record(z.string(), factorOpening)),
});
type Settings = Partial<z.output<typeof settings>>;

/** The timeout in milliseconds. A sign-in may wait for it. */
const TIMEOUT_MS = 5_000;

async function requestSettings(): Promise<Settings> {
  const response = await fetch(`${connection.url}/auth/v1/settings`, {
    headers: { apikey: connection.key },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return z.parse(settings, await response.json());
}

let reading: Promise<Settings> | undefined;

/** Reads the settings once a page, and again after a failure. They are empty if the service does not answer. */
export const readSettings = (): Promise<Settings> =>
  (reading ??= requestSettings().catch(() => {
    reading = undefined;
    return {};
  }));

/** Sign-in methods that the backend offers besides e-mail and password. */
export interface SignInMethods {
  /** Names of other services' accounts, for example `google`. */
  readonly providers: readonly string[];
  /** A company's own sign-in, found by the domain of an e-mail address. */
  readonly hasCompanies: boolean;
  readonly hasPasskeys: boolean;
}

/** Neither is an account elsewhere. */
const own = ['email', 'phone', 'anonymous_users'];

export async function readSignInMethods(): Promise<SignInMethods> {
  const { external = {}, saml_enabled = false, passkeys_enabled = false } = await readSettings();
  return {
    providers: Object.keys(external).filter((name) => external[name] && !own.includes(name)),
    hasCompanies: saml_enabled,
    hasPasskeys: passkeys_enabled,
  };
}

/** The kinds of second factor, as the wire names them. */
export type FactorKind = 'totp' | 'webauthn' | 'phone' | 'recovery_code';

/** The kinds the backend accepts, and the domain of its security keys. */
export interface FactorKinds extends Readonly<Record<FactorKind, z.output<typeof factorOpening>>> {
  readonly keyDomain: string;
}

const open = { enroll: true, verify: true };
const verifyOnly = { enroll: false, verify: true };

/**
 * Reads the backend's second factors. Supabase does not say. It asks for existing factors and accepts authenticator
 * apps, and the endpoint of recovery codes shows if there are any.
 */
export async function readFactorKinds(): Promise<FactorKinds> {
  const { mfa } = await readSettings();
  return {
    totp: open,
    webauthn: verifyOnly,
    phone: verifyOnly,
    recovery_code: mfa ? verifyOnly : open,
    ...mfa,
    keyDomain: mfa?.['webauthn']?.rp_id ?? location.hostname,
  };
}
