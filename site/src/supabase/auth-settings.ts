import * as z from 'zod/mini';
import { connection } from './connection.ts';

const factorOpening = z.object({
  /** New ones are taken. */
  enroll: z.boolean(),
  /** Existing factors are asked for. */
  verify: z.boolean(),
  rp_id: z.optional(z.string()),
});

/** Tells if one kind of second factor can be added and used. */
export type FactorOpening = Pick<z.output<typeof factorOpening>, 'enroll' | 'verify'>;

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
