import { createHash } from 'node:crypto';
import { type AuthError, mailRateLimited, requestRateLimited, smsRateLimited, tooSoon } from '../errors.ts';

/** Returns a counter's key, a hash of fixed length, so that no address or name is stored. */
export function counterKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** The limit of a /24 or /48 network in callers, which is enough for an office. */
const CALLERS_OF_NETWORK = 20;

/** The limits in config.toml. Durations are in milliseconds, the code's lifetime in seconds. */
interface LimitSettings {
  readonly rate_limit: Readonly<
    Record<
      | 'sign_in_sign_ups'
      | 'token_refresh'
      | 'token_verifications'
      | 'anonymous_users'
      | 'web3'
      | 'passkey'
      | 'email_sent'
      | 'sms_sent',
      number
    >
  >;
  readonly email: { readonly max_frequency: number; readonly otp_expiry: number };
  readonly sms: { readonly max_frequency: number };
}

/**
 * Points per duration in seconds and key, from `[auth.rate_limit]` of config.toml (contract A0.6). A caller's key names
 * the endpoint, too.
 */
export function limitTable(settings: LimitSettings) {
  const configured = settings.rate_limit;
  const ofNetwork = (points: number, duration: number) => ({ points: CALLERS_OF_NETWORK * points, duration });
  const ofMessages = (parts: number) => ({
    points: Math.max(1, Math.floor(configured.sms_sent / parts)),
    duration: HOUR_SECONDS,
  });
  return {
    /** Per network, behind the limits of each address in it. */
    sign_in_sign_ups_network: ofNetwork(configured.sign_in_sign_ups, 5 * MINUTE_SECONDS),
    token_refresh_network: ofNetwork(configured.token_refresh, 5 * MINUTE_SECONDS),
    token_verifications_network: ofNetwork(configured.token_verifications, 5 * MINUTE_SECONDS),
    anonymous_users_network: ofNetwork(configured.anonymous_users, HOUR_SECONDS),
    web3_network: ofNetwork(configured.web3, 5 * MINUTE_SECONDS),
    passkey_network: ofNetwork(configured.passkey, 5 * MINUTE_SECONDS),
    /** Per address. */
    sign_in_sign_ups: { points: configured.sign_in_sign_ups, duration: 5 * MINUTE_SECONDS },
    /** Per address. */
    token_refresh: { points: configured.token_refresh, duration: 5 * MINUTE_SECONDS },
    /** Per address. */
    token_verifications: { points: configured.token_verifications, duration: 5 * MINUTE_SECONDS },
    /** Per address. */
    anonymous_users: { points: configured.anonymous_users, duration: HOUR_SECONDS },
    /** Per address. */
    web3: { points: configured.web3, duration: 5 * MINUTE_SECONDS },
    /** Per address. */
    passkey: { points: configured.passkey, duration: 5 * MINUTE_SECONDS },
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

type Narrower<Name> = Name extends `${infer Caller}_network` ? Caller : never;

/** A limit of one caller, which has a limit of the caller's network behind it. */
export type CallerLimit = Narrower<LimitName> & LimitName;

/** The answer to a caller over a limit, which ends in `remainingMs` (contract A0.6). */
export function limitError(name: LimitName, remainingMs: number): AuthError {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  if (name === 'email_frequency') return tooSoon('over_email_send_rate_limit', seconds);
  if (name === 'sms_frequency') return tooSoon('over_sms_send_rate_limit', seconds);
  if (name.startsWith('sms_')) return smsRateLimited(seconds);
  const isMail = name === 'email_sent' || name === 'email_recipient';
  return isMail ? mailRateLimited(seconds) : requestRateLimited(seconds);
}
