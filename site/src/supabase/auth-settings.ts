import { connection, once } from './connection.ts';
import { type Decoded, fields, flag, optional, record, text } from './decode.ts';

const factorOpening = fields({
  /** New ones are taken. */
  enroll: flag,
  /** Existing factors are asked for. */
  verify: flag,
  rp_id: optional(text),
});

/** Tells if one kind of second factor can be added and used. */
export type FactorOpening = Pick<Decoded<typeof factorOpening>, 'enroll' | 'verify'>;

/** The part of the auth service's settings that the site reads. */
const settings = fields({
  external: optional(record(flag)),
  saml_enabled: optional(flag),
  passkeys_enabled: optional(flag),
  /** Only our own server sends this. */
  mfa: optional(record(factorOpening)),
});
type Settings = Partial<Decoded<typeof settings>>;

/** The timeout in milliseconds. A sign-in may wait for it. */
const TIMEOUT_MS = 5_000;

/** Reads the settings once a page. They are empty if the service does not answer. */
export const readSettings = once(async (): Promise<Settings> => {
  try {
    const response = await fetch(`${connection.url}/auth/v1/settings`, {
      headers: { apikey: connection.key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? settings(await response.json()) : {};
  } catch {
    return {};
  }
});
