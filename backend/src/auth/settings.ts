import { z } from 'zod';
import type { Config } from '../config.ts';
import { parseDuration } from './domain/duration.ts';
import { UserError } from '../user-error.ts';

const duration = z.union([z.string(), z.number()]).transform((value, context) => {
  const milliseconds = parseDuration(value);
  if (milliseconds !== null) return milliseconds;
  context.addIssue({ code: 'custom', message: 'must be a duration such as "1m" or "24h"' });
  return z.NEVER;
});

const email = z
  .object({
    enable_signup: z.boolean().default(true),
    enable_confirmations: z.boolean().default(true),
    double_confirm_changes: z.boolean().default(true),
    secure_password_change: z.boolean().default(false),
    require_current_password: z.boolean().default(false),
    max_frequency: duration.default(60_000),
    otp_length: z.number().int().min(6).max(10).default(6),
    otp_expiry: z.number().int().min(60).max(86_400).default(3_600),
  })
  .prefault({});

const sms = z
  .object({
    enable_signup: z.boolean().default(false),
    enable_confirmations: z.boolean().default(true),
    max_frequency: duration.default(5_000),
    provider: z.string().default(''),
    test_otp: z.record(z.string(), z.string()).default({}),
  })
  .prefault({});

const sessions = z
  .object({
    timebox: duration.optional(),
    inactivity_timeout: duration.optional(),
  })
  .prefault({});

const factorKind = (enabled: boolean) =>
  z
    .object({ enroll_enabled: z.boolean().default(enabled), verify_enabled: z.boolean().default(enabled) })
    .prefault({});

const mfa = z
  .object({
    max_enrolled_factors: z.number().int().min(1).max(30).default(10),
    totp: factorKind(true),
    phone: factorKind(false),
    web_authn: factorKind(false),
  })
  .prefault({});

const limit = (points: number) => z.number().int().min(1).max(1_000_000).default(points);

const rateLimit = z
  .object({
    email_sent: limit(100),
    sms_sent: limit(30),
    anonymous_users: limit(30),
    token_refresh: limit(150),
    sign_in_sign_ups: limit(30),
    token_verifications: limit(30),
    web3: limit(30),
  })
  .prefault({});

/** A way in that is on or off; whoever builds it reads the rest of its table. */
const wayIn = z.looseObject({ enabled: z.boolean().default(false) });

/** Guards of the reference service that this one lacks: switched on, they must not be silently absent. */
const absent = (what: string) =>
  z.looseObject({
    enabled: z.literal(false, { error: `${what} is not supported by this server` }).default(false),
  });

const authTable = z.object({
  captcha: absent('a captcha').prefault({}),
  hook: z.record(z.string(), absent('a hook')).default({}),
  external: z.record(z.string(), wayIn).default({}),
  saml: wayIn.prefault({}),
  passkey: wayIn.prefault({}),
  email,
  sms,
  sessions,
  mfa,
  rate_limit: rateLimit,
  password_requirements: z.string().default(''),
});

/** The auth service's settings: the checked `[auth]` tables of config.toml plus what `Config` already holds. */
export interface AuthSettings extends z.infer<typeof authTable> {
  readonly siteUrl: string;
  /** The service's public address: issuer of its tokens and base of links in mails. */
  readonly externalUrl: string;
  readonly jwtExpirySeconds: number;
  readonly refreshTokenRotation: boolean;
  readonly refreshTokenReuseIntervalSeconds: number;
  readonly signupEnabled: boolean;
  readonly anonymousEnabled: boolean;
  readonly manualLinkingEnabled: boolean;
  readonly minimumPasswordLength: number;
  readonly redirectUrls: readonly string[];
  /** False only in tests and benchmarks. */
  readonly limits: boolean;
}

/**
 * Narrows `config.auth` to what the auth service reads.
 * @throws Error naming the setting in config.toml that is wrong.
 */
export function authSettings(config: Config): AuthSettings {
  const parsed = authTable.safeParse(config.auth.toml);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new UserError(`supabase/config.toml: [auth] ${issue.path.join('.')}: ${issue.message}`);
  }
  return {
    ...parsed.data,
    siteUrl: config.siteUrl,
    externalUrl: `${config.siteUrl}/auth/v1`,
    jwtExpirySeconds: config.auth.jwtExpirySeconds,
    refreshTokenRotation: config.auth.enableRefreshTokenRotation,
    refreshTokenReuseIntervalSeconds: config.auth.refreshTokenReuseIntervalSeconds,
    signupEnabled: config.auth.enableSignup,
    anonymousEnabled: config.auth.enableAnonymousSignIns,
    manualLinkingEnabled: config.auth.enableManualLinking,
    minimumPasswordLength: config.auth.minimumPasswordLength,
    redirectUrls: config.auth.additionalRedirectUrls,
    limits: config.limits,
  };
}
