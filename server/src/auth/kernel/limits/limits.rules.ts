import { createHash } from 'node:crypto';
import { type AuthError, mailRateLimited, requestRateLimited, smsRateLimited, tooSoon } from '../errors.ts';

/** Returns a counter's key, a hash of fixed length, so that no address or name is stored. */
export const counterKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** The limit of a /24 or /48 network in callers, which is enough for an office. */
const CALLERS_OF_NETWORK = 20;

/** Limits of callers, with the seconds in which they count. */
const callerDurations = {
  sign_in_sign_ups: 5 * MINUTE_SECONDS,
  token_refresh: 5 * MINUTE_SECONDS,
  token_verifications: 5 * MINUTE_SECONDS,
  anonymous_users: HOUR_SECONDS,
  web3: 5 * MINUTE_SECONDS,
  passkey: 5 * MINUTE_SECONDS,
} as const;

/** A limit of one caller, which has a limit of the caller's network behind it. */
export type CallerLimit = keyof typeof callerDurations;

/** The limits in config.toml. Durations are in milliseconds, the code's lifetime in seconds. */
interface LimitSettings {
  readonly rate_limit: Readonly<Record<CallerLimit | 'email_sent' | 'sms_sent', number>>;
  readonly email: { readonly max_frequency: number; readonly otp_expiry: number };
  readonly sms: { readonly max_frequency: number };
}

/** Points per duration in seconds and key. */
interface Limit {
  readonly points: number;
  readonly duration: number;
}

/** Limits per address, and behind them per network. A caller's key names the endpoint, too. */
function callerLimits(configured: LimitSettings['rate_limit']) {
  const names = Object.keys(callerDurations) as CallerLimit[];
  const limits = names.flatMap((name): [string, Limit][] => {
    const [points, duration] = [configured[name], callerDurations[name]];
    const ofNetwork = { points: CALLERS_OF_NETWORK * points, duration };
    return [
      [name, { points, duration }],
      [`${name}_network`, ofNetwork],
    ];
  });
  return Object.fromEntries(limits) as Record<CallerLimit | `${CallerLimit}_network`, Limit>;
}

/** The limits of `[auth.rate_limit]` in config.toml (contract A0.6). */
export function limitTable(settings: LimitSettings) {
  const configured = settings.rate_limit;
  const ofMessages = (parts: number) => ({
    points: Math.max(1, Math.floor(configured.sms_sent / parts)),
    duration: HOUR_SECONDS,
  });
  return {
    ...callerLimits(configured),
    /** Mails with a code, per shared key (accounts/mail/mail-limits.ts). */
    email_sent: { points: configured.email_sent, duration: HOUR_SECONDS },
    /** Mails per recipient that anonymous callers request. When it is exhausted, the last code stays valid. */
    email_recipient: { points: 5, duration: settings.email.otp_expiry },
    /** Text messages to all addresses. The narrower counters below are parts of it (sms/sms-limits.rules.ts). */
    sms_sent: { points: configured.sms_sent, duration: HOUR_SECONDS },
    /** All but those to verified second factors, which have the remaining third to themselves. */
    sms_unreserved: {
      points: configured.sms_sent - Math.floor(configured.sms_sent / 3),
      duration: HOUR_SECONDS,
    },
    /** Per address. */
    sms_caller: ofMessages(6),
    /** Per /24 or /48. */
    sms_network: ofMessages(3),
    /** Per number of a verified second factor. */
    sms_factor: ofMessages(6),
    /** Mails with a code, per address and purpose. */
    email_frequency: { points: 1, duration: Math.max(1, Math.ceil(settings.email.max_frequency / 1_000)) },
    /** Text messages with a code, per number. */
    sms_frequency: { points: 1, duration: Math.max(1, Math.ceil(settings.sms.max_frequency / 1_000)) },
    /** Wrong passwords, per account and address of the caller. */
    password_failures: { points: 10, duration: 15 * MINUTE_SECONDS },
    /** Wrong passwords, per account from anywhere. */
    account_failures: { points: 100, duration: HOUR_SECONDS },
    /** Wrong one-time codes, per account. */
    code_failures: { points: 10, duration: 15 * MINUTE_SECONDS },
  } as const;
}

export type LimitName = keyof ReturnType<typeof limitTable>;

/** The answer to a caller over a limit, which ends in `remainingMs` (contract A0.6). */
export function limitError(name: LimitName, remainingMs: number): AuthError {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  if (name === 'email_frequency') return tooSoon('over_email_send_rate_limit', seconds);
  if (name === 'sms_frequency') return tooSoon('over_sms_send_rate_limit', seconds);
  if (name.startsWith('sms_')) return smsRateLimited(seconds);
  const isMail = name === 'email_sent' || name === 'email_recipient';
  return isMail ? mailRateLimited(seconds) : requestRateLimited(seconds);
}
