import { connection } from './connection.ts';
import { type Decoded, fields, flag, optional, record, text } from './decode.ts';
import { once } from './once.ts';

const factorOpening = fields({
  /** New ones are taken. */
  enroll: flag,
  /** Those that accounts have are asked for. */
  verify: flag,
  rp_id: optional(text),
});

/** What one kind of second factor is switched on for. */
export type FactorOpening = Pick<Decoded<typeof factorOpening>, 'enroll' | 'verify'>;

/** What the auth service says of itself, as far as the site reads it. */
const settings = fields({
  external: optional(record(flag)),
  saml_enabled: optional(flag),
  passkeys_enabled: optional(flag),
  /** Our own server says this; Supabase does not. */
  mfa: optional(record(factorOpening)),
});
type Settings = Partial<Decoded<typeof settings>>;

/** Milliseconds after which it counts as unanswered: a sign-in may wait for it. */
const TIMEOUT_MS = 5_000;

/** Asked once a page; nothing is known where the service does not answer. */
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
