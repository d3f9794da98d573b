import { createHash } from 'node:crypto';
import { type AuthError, mailRateLimited, requestRateLimited, smsRateLimited, tooSoon } from '../errors.ts';
import type { LimitPurpose, LimitScope } from './limit-table.rules.ts';

/** The caller and the wider network of a request, by which uses are counted. */
export interface LimitedCaller {
  /** An address, the /64 of IPv6, or what stands for the caller, such as an account. */
  readonly caller: string;
  /** The /24 or /48 around it. */
  readonly network: string;
}

/** Returns a counter's key, a hash of fixed length, so that no address or name is stored. */
export const counterKey = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns the text that a scope's counter counts for a caller and a subject, such as an endpoint or an account. */
export const countedText = (scope: LimitScope, from: LimitedCaller, subject: string): string =>
  scope === 'everyone' ? subject : `${from[scope]} ${subject}`;

/** The answer to a caller over a limit, which ends in `remainingMs` (contract A0.6). */
export function limitError(purpose: LimitPurpose, remainingMs: number): AuthError {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  if (purpose === 'email_frequency') return tooSoon('over_email_send_rate_limit', seconds);
  if (purpose === 'sms_frequency') return tooSoon('over_sms_send_rate_limit', seconds);
  if (purpose.startsWith('sms_')) return smsRateLimited(seconds);
  return purpose.startsWith('email_') ? mailRateLimited(seconds) : requestRateLimited(seconds);
}
