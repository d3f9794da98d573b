import { connection } from './connection.ts';
import { once } from './once.ts';

/** What one kind of second factor is switched on for. */
export interface FactorOpening {
  /** New ones are taken. */
  readonly enroll: boolean;
  /** Those that accounts have are asked for. */
  readonly verify: boolean;
}

/** What the auth service says of itself, as far as the site reads it. */
export interface Settings {
  readonly external?: Readonly<Record<string, boolean>>;
  readonly saml_enabled?: boolean;
  readonly passkeys_enabled?: boolean;
  /** Our own server says this; Supabase does not. */
  readonly mfa?: Readonly<Record<string, FactorOpening & { readonly rp_id?: string }>>;
}

/** Milliseconds after which it counts as unanswered: a sign-in may wait for it. */
const TIMEOUT_MS = 5_000;

/** Asked once a page; nothing is known where the service does not answer. */
export const readSettings = once(async (): Promise<Settings> => {
  try {
    const response = await fetch(`${connection.url}/auth/v1/settings`, {
      headers: { apikey: connection.key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (response.ok ? await response.json() : {}) as Settings;
  } catch {
    return {};
  }
});
