import { filledIn, type DetailArguments } from '../../gateway/listed-errors.ts';
import { type AuthErrorCode, authErrors, type OAuthErrorCode } from './error-codes.ts';

export type { AuthErrorCode, OAuthErrorCode };

/** Every failure the auth service answers with, in the wire's two shapes (contract A0.1). */

interface Extra {
  readonly weakPassword?: { readonly reasons: readonly string[] };
  /** Seconds until the same request may succeed. */
  readonly retryAfter?: number;
}

/** A failure with an HTTP status, a listed code and a sentence for users. Handlers throw `authError`. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: number;
  readonly code: AuthErrorCode;
  readonly extra: Extra;

  constructor(status: number, code: AuthErrorCode, message: string, extra: Extra = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/**
 * Returns the failure of a listed code.
 *
 * @example
 * throw authError('identity_not_found');
 * throw authError('no_authorization', { status: 403, message: 'Anonymous user not allowed' });
 */
export function authError<Code extends AuthErrorCode>(
  code: Code,
  ...[overrides]: DetailArguments<(typeof authErrors)[Code], Extra>
): AuthError {
  const { status, message, extra } = filledIn<Extra>(authErrors[code], overrides);
  return new AuthError(status, code, message, extra);
}

/** A failure in OAuth's shape (RFC 6749 section 5.2), always status 400. */
export class OAuthError extends Error {
  override name = 'OAuthError';
  readonly error: OAuthErrorCode;

  constructor(error: OAuthErrorCode, description: string) {
    super(description);
    this.error = error;
  }
}

/** Returns the message of a thrown value for logs. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const validationFailed = (message: string) => authError('validation_failed', { message });

export const badJson = (reason: string) =>
  authError('bad_json', { message: `Could not parse request body as JSON: ${reason}` });

export const badJwt = (message: string) => authError('bad_jwt', { message });

export const userBanned = (status: 400 | 403) => authError('user_banned', { status });

export const insufficientAal = (action: string, status: 403 | 422 = 403) =>
  authError('insufficient_aal', { status, message: `AAL2 required to ${action}` });

export const otpExpired = (message?: string) => authError('otp_expired', { ...(message && { message }) });

export const userNotFound = (message?: string) =>
  authError('user_not_found', { ...(message && { message }) });

export const requestRateLimited = (retryAfter: number) =>
  authError('over_request_rate_limit', { retryAfter });

export const mailRateLimited = (retryAfter: number) =>
  authError('over_email_send_rate_limit', { retryAfter });

export const smsRateLimited = (retryAfter: number) => authError('over_sms_send_rate_limit', { retryAfter });

export const tooSoon = (
  code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  retryAfter: number,
) => {
  const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
  return authError(code, { message, retryAfter });
};

export const weakPassword = (message: string, reasons: readonly string[]) =>
  authError('weak_password', { message, weakPassword: { reasons } });
