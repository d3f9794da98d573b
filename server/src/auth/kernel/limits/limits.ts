import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../../database/database.ts';
import { counterKey } from './limit-key.rules.ts';
import { type AuthError, mailRateLimited, requestRateLimited, smsRateLimited, tooSoon } from '../errors.ts';
import type { AuthSettings } from '../settings.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** How many callers' limits a /24 or /48 network has together: enough for an office. */
const CALLERS_OF_NETWORK = 20;

/** Points per duration in seconds and key, from `[auth.rate_limit]` of config.toml (contract A0.6). */
function limitTable(settings: AuthSettings) {
  const configured = settings.rate_limit;
  const ofNetwork = (points: number, duration: number) => ({ points: CALLERS_OF_NETWORK * points, duration });
  return {
    /** Per network, behind the limits of each address in it. */
    sign_in_sign_ups_network: ofNetwork(configured.sign_in_sign_ups, 5 * MINUTE_SECONDS),
    token_refresh_network: ofNetwork(configured.token_refresh, 5 * MINUTE_SECONDS),
    token_verifications_network: ofNetwork(configured.token_verifications, 5 * MINUTE_SECONDS),
    anonymous_users_network: ofNetwork(configured.anonymous_users, HOUR_SECONDS),
    web3_network: ofNetwork(configured.web3, 5 * MINUTE_SECONDS),
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
    /** Mails with a code, per shared key (accounts/mail/mail-allowance.ts). */
    email_sent: { points: configured.email_sent, duration: HOUR_SECONDS },
    /** Mails that callers without the account ask for, per recipient; while exhausted, the last code stays valid. */
    email_recipient: { points: 5, duration: settings.email.otp_expiry },
    /** Over all addresses. */
    sms_sent: { points: configured.sms_sent, duration: HOUR_SECONDS },
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

/** Counters that `forget` clears before their time. */
const forgiven = new Set(['password_failures', 'account_failures']);

export type LimitName = keyof ReturnType<typeof limitTable>;

type Narrower<Name> = Name extends `${infer Caller}_network` ? Caller : never;

/** A limit of one caller, which has a limit of the caller's network behind it. */
export type CallerLimit = Narrower<LimitName> & LimitName;

export interface Limits {
  /** Counts one use by `key`. @throws AuthError 429 with Retry-After when it is one too many. */
  consume(name: LimitName, key: string): Promise<void>;
  /** Refuses without counting when the limit of `key` is exhausted. */
  check(name: LimitName, key: string): Promise<void>;
  /**
   * Takes back a use: where only failures count, each attempt is consumed before its outcome is known, since a check
   * alone would let many parallel attempts through.
   */
  reward(name: LimitName, key: string): Promise<void>;
  /** Forgets the uses of `key`. */
  forget(name: LimitName, key: string): Promise<void>;
}

const unlimited: Limits = {
  consume: async () => {},
  check: async () => {},
  reward: async () => {},
  forget: async () => {},
};

/** Counters in PostgreSQL (auth.rate_limits), so that all copies of the server share them. */
export function createLimits(database: Database, settings: AuthSettings): Limits {
  if (!settings.limits) return unlimited;
  const storeClient = {
    query: (query: { text: string; values: readonly unknown[] }) => database.query(query.text, query.values),
  };
  const limiters = new Map(
    Object.entries(limitTable(settings)).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: name === 'token_refresh',
        keyPrefix: name,
        points,
        duration,
        // Callers over the limit are refused from memory until it ends, so that a flood costs no queries; not where
        // `forget` may clear the counter, which must hold for all copies of the server.
        inMemoryBlockOnConsumed: forgiven.has(name) ? 0 : points + 1,
      }),
    ]),
  );
  const limiter = (name: LimitName) => limiters.get(name)!;
  return {
    async consume(name, key) {
      try {
        await limiter(name).consume(counterKey(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? refused(name, refusal.msBeforeNext) : refusal;
      }
    },
    async check(name, key) {
      const state = await limiter(name).get(counterKey(key));
      if (state && state.consumedPoints >= limiter(name).points) throw refused(name, state.msBeforeNext);
    },
    async reward(name, key) {
      await limiter(name).reward(counterKey(key));
    },
    async forget(name, key) {
      await limiter(name).delete(counterKey(key));
    },
  };
}

function refused(name: LimitName, milliseconds: number): AuthError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  if (name === 'email_frequency') return tooSoon('over_email_send_rate_limit', seconds);
  if (name === 'sms_frequency') return tooSoon('over_sms_send_rate_limit', seconds);
  if (name === 'sms_sent') return smsRateLimited(seconds);
  const isMail = name === 'email_sent' || name === 'email_recipient';
  return isMail ? mailRateLimited(seconds) : requestRateLimited(seconds);
}
