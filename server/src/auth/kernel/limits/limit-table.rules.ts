/** The callers that one counter counts together, narrowest first: one caller, its /24 or /48 network, everyone. */
export const scopes = ['caller', 'network', 'everyone'] as const;

export type LimitScope = (typeof scopes)[number];

/**
 * The limits of one purpose: uses in `seconds` for each scope, null for a scope that is not counted. A purpose that
 * concerns an account, an address or a number counts each of them separately.
 */
export interface Limit extends Readonly<Record<LimitScope, number | null>> {
  readonly seconds: number;
  /** The counted requests, in words, for `npm run solostead -- limits`. */
  readonly counts: string;
}

/** The limits in config.toml. Durations are in milliseconds, the code's lifetime in seconds. */
interface LimitSettings {
  readonly rate_limit: Readonly<Record<CallerPurpose | 'email_sent' | 'sms_sent', number>>;
  readonly email: { readonly max_frequency: number; readonly otp_expiry: number };
  readonly sms: { readonly max_frequency: number };
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** The limit of a network in callers, which is enough for an office. */
const CALLERS_OF_NETWORK = 20;

const perCaller = (caller: number, seconds: number, counts: string): Limit => ({
  caller,
  network: CALLERS_OF_NETWORK * caller,
  everyone: null,
  seconds,
  counts,
});

/** A total with a sixth for one caller and a third for one network, so that no network has all of it. */
const shared = (total: number, everyone: number, counts: string): Limit => ({
  caller: Math.max(1, Math.floor(total / 6)),
  network: Math.max(1, Math.floor(total / 3)),
  everyone: Math.max(2, everyone),
  seconds: HOUR_SECONDS,
  counts,
});

const onlyInAll = (everyone: number, seconds: number, counts: string): Limit => ({
  caller: null,
  network: null,
  everyone,
  seconds: Math.min(Math.max(1, Math.ceil(seconds)), DAY_SECONDS),
  counts,
});

/** The purposes that count the callers of an endpoint. */
const callerPurposes = {
  sign_in_sign_ups: [5 * MINUTE_SECONDS, 'sign-ins, sign-ups and requests for emails, by endpoint'],
  token_refresh: [5 * MINUTE_SECONDS, 'refreshed sessions and exchanged codes'],
  token_verifications: [5 * MINUTE_SECONDS, 'codes and links that are tried, by endpoint'],
  anonymous_users: [HOUR_SECONDS, 'anonymous accounts'],
  web3: [5 * MINUTE_SECONDS, 'sign-ins with a wallet'],
  passkey: [5 * MINUTE_SECONDS, 'sign-ins with a passkey, by endpoint'],
} as const;

export type CallerPurpose = keyof typeof callerPurposes;

function callerLimits(configured: LimitSettings['rate_limit']): Record<CallerPurpose, Limit> {
  const names = Object.keys(callerPurposes) as CallerPurpose[];
  const limits = names.map((name) => {
    const [seconds, counts] = callerPurposes[name];
    return [name, perCaller(configured[name], seconds, counts)];
  });
  return Object.fromEntries(limits) as Record<CallerPurpose, Limit>;
}

/**
 * Returns the limits of the auth service by purpose, as config.toml sets them (contract A0.6). Every limit of the
 * service is a row here and in `auth.limits`, where operators change it (`limit-table.store.ts`), and `limits.ts`
 * counts all of them the same way. No network can exhaust a limit of everyone.
 */
export function limitTable({ rate_limit: configured, email, sms }: LimitSettings) {
  const { email_sent: mails, sms_sent: messages } = configured;
  return {
    ...callerLimits(configured),
    email_sent: perCaller(mails, HOUR_SECONDS, 'emails that callers without a session request'),
    email_new_address: shared(mails, mails, 'emails to addresses without an account'),
    /** The account is the caller. */
    email_account: perCaller(mails, HOUR_SECONDS, 'emails that an account requests'),
    email_secret_key: onlyInAll(mails, HOUR_SECONDS, 'emails that the secret key requests'),
    /** The last code stays valid once it is exhausted. */
    email_recipient: {
      ...{ caller: 5, network: 5, everyone: 10, seconds: Math.min(email.otp_expiry, DAY_SECONDS) },
      counts: 'emails to one address',
    },
    email_frequency: onlyInAll(1, email.max_frequency / 1_000, 'emails to one address, by kind'),
    /** Both rows below are parts of it. One network's shares of them are less than it. */
    sms_sent: onlyInAll(Math.max(3, messages), HOUR_SECONDS, 'text messages'),
    /** The remaining third is for verified second factors. */
    sms_unreserved: shared(messages, messages - Math.floor(messages / 3), 'text messages to other numbers'),
    /** The number is the caller, so neighbours cannot use up its share. */
    sms_factor: {
      caller: Math.max(1, Math.floor(messages / 6)),
      network: Math.max(1, Math.floor(messages / 2)),
      everyone: null,
      seconds: HOUR_SECONDS,
      counts: 'text messages to verified second factors',
    },
    sms_frequency: onlyInAll(1, sms.max_frequency / 1_000, 'text messages to one number'),
    /** At least ten networks have to lock an account. */
    password_failures: {
      ...{ caller: 10, network: 20, everyone: 200, seconds: HOUR_SECONDS },
      counts: 'wrong passwords of one account',
    },
    code_failures: {
      ...{ caller: 10, network: 10, everyone: 20, seconds: 15 * MINUTE_SECONDS },
      counts: 'wrong codes of one account',
    },
  } satisfies Record<string, Limit>;
}

export type LimitPurpose = keyof ReturnType<typeof limitTable>;

export type LimitTable = Readonly<Record<LimitPurpose, Limit>>;
