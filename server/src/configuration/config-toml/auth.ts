import { z } from 'zod';
import { email, sms } from './auth-messages.ts';
import { duration } from './duration.ts';
import { absent, fixed, flag, optionalWhole, refuseUnknown, table, text, whole } from './table.ts';

const sessions = table({
  timebox: duration.optional(),
  inactivity_timeout: duration.optional(),
}).prefault({});

const factor = (enabled: boolean) => ({ enroll_enabled: flag(enabled), verify_enabled: flag(enabled) });

const phoneCodes = {
  otp_length: fixed(6),
  template: fixed('Your code is {{ .Code }}'),
  max_frequency: duration
    .refine((value) => value <= 5_000, { error: 'this server waits 5 seconds between two codes' })
    .optional(),
};

/** Settings of codes count only if the factor is on. Earlier CLIs wrote other ones. */
const phone = z.preprocess(
  (value: unknown) => {
    const {
      enroll_enabled = false,
      verify_enabled = false,
      ...others
    } = (value ?? {}) as Record<string, unknown>;
    if (enroll_enabled !== false || verify_enabled !== false) return value;
    const rest = Object.entries(others).filter(([name]) => !Object.hasOwn(phoneCodes, name));
    return { enroll_enabled, verify_enabled, ...Object.fromEntries(rest) };
  },
  table({ ...factor(false), ...phoneCodes }).prefault({}),
);

const mfa = table({
  max_enrolled_factors: whole(10, 1, 30),
  totp: table(factor(false)).prefault({}),
  phone,
  web_authn: table(factor(false)).prefault({}),
  recovery_codes: table(factor(true)).prefault({}),
}).prefault({});

const limit = (points: number) => whole(points, 1, 1_000_000);

/** Points in five minutes and per address, but mails, text messages (an hour, over all) and anonymous users (an hour). */
const rateLimit = table({
  email_sent: limit(2),
  sms_sent: limit(30),
  anonymous_users: limit(30),
  token_refresh: limit(150),
  sign_in_sign_ups: limit(30),
  token_verifications: limit(30),
  web3: limit(30),
  passkey: limit(30),
}).prefault({});

const switchable = table({ enabled: flag(false) }).prefault({});

const provider = {
  enabled: flag(false),
  client_id: text(),
  secret: text(),
  url: text(),
  redirect_uri: text(),
  skip_nonce_check: flag(false),
  email_optional: flag(false),
};

/** Other settings of a disabled provider are ignored. */
const external = z.looseObject(provider).superRefine((value, context) => {
  if (value.enabled) refuseUnknown(provider, value, context);
});

/** `[auth.external.<name>]`. The provider's constructor validates an enabled one. */
export type ExternalEntry = z.output<typeof external>;

/** `[auth]` and its tables. Durations are milliseconds, `jwt_expiry`, `otp_expiry` and intervals are seconds. */
export const auth = table({
  enabled: fixed(true),
  site_url: text().refine(
    (value) => value === '' || (/^[a-z][a-z\d+.-]*:\/\/[^/]/i.test(value) && URL.canParse(value)),
    {
      error: 'it must be an address such as https://app.example.org',
    },
  ),
  /** The public address of this service, by default the API's address with `/auth/v1`. */
  external_url: text(),
  /** Signs and verifies legacy tokens and keys, where JWT_SECRET is not set. */
  jwt_secret: z.union([z.literal(''), z.string().min(16)]).default(''),
  jwt_issuer: absent,
  signing_keys_path: absent,
  oauth_server: absent,
  third_party: absent,
  additional_redirect_urls: z.array(z.string()).default([]),
  jwt_expiry: whole(3_600, 1, 604_800),
  enable_refresh_token_rotation: flag(true),
  refresh_token_reuse_interval: whole(10, 0),
  enable_signup: flag(true),
  enable_anonymous_sign_ins: flag(false),
  enable_manual_linking: flag(false),
  /** 6 where it is not set. */
  minimum_password_length: optionalWhole(6, 72),
  password_requirements: z
    .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
    .default(''),
  email,
  sms,
  sessions,
  mfa,
  rate_limit: rateLimit,
  external: z.record(z.string(), external).default({}),
  web3: table({ ethereum: switchable, solana: switchable }).prefault({}),
  saml: switchable,
  passkey: switchable,
  webauthn: table({
    rp_id: text(),
    rp_display_name: text(),
    rp_origins: z.array(z.string()).default([]),
  }).prefault({}),
}).prefault({});
