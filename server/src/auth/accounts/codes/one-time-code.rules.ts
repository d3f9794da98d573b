import type { UserRow } from '../../kernel/entities/account.rules.ts';

/** The user's column that dates the sending of a token, from which its lifetime counts. */
export const sentAtColumns = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  phone_change_token: 'phone_change_sent_at',
} as const;

/** The type of a stored token. Each user has one per type, and a newer one replaces it. */
export type TokenType = keyof typeof sentAtColumns;

interface PurposeFacts {
  readonly token: TokenType;
  /** The `type` of links and of POST /verify, or null if the code is not verified there. */
  readonly verification: string | null;
  /** True if the mail also contains a link, whose token is stored instead of the code. */
  readonly isLinked: boolean;
  /** The sign-in method (AMR) of a flow that began with this purpose. */
  readonly method: string;
}

const linked = (token: TokenType, verification: string, method = verification): PurposeFacts => ({
  token,
  verification,
  isLinked: true,
  method,
});
const typed = (token: TokenType, verification: string | null): PurposeFacts => ({
  token,
  verification,
  isLinked: false,
  method: 'otp',
});

export const tokenPurposes = {
  signup: linked('confirmation_token', 'signup', 'email/signup'),
  invite: linked('confirmation_token', 'invite'),
  magiclink: linked('recovery_token', 'magiclink'),
  recovery: linked('recovery_token', 'recovery'),
  email_change_new: linked('email_change_token_new', 'email_change'),
  email_change_current: linked('email_change_token_current', 'email_change'),
  reauthentication: typed('reauthentication_token', null),
  sms: typed('confirmation_token', 'sms'),
  phone_change: typed('phone_change_token', 'phone_change'),
};

export type TokenPurpose = keyof typeof tokenPurposes;

/** The token types that a `type` of /verify accepts, in order (contract A1.7). */
export const verifications: Readonly<Record<string, readonly TokenType[]>> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

export const isPhoneVerification = (type: string): boolean => type === 'sms' || type === 'phone_change';

/** Returns true if a code stored as `token` is older than `lifeSeconds` at `now` (milliseconds since the epoch). */
export function isExpired(user: UserRow, token: TokenType, lifeSeconds: number, now: number): boolean {
  const sentAt = user[sentAtColumns[token]];
  return sentAt === null || now > Date.parse(sentAt) + lifeSeconds * 1_000;
}
