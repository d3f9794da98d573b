/** Every failure the auth service answers with, in the wire's two shapes (contract A0.1). */

interface Extra {
  readonly weakPassword?: { readonly reasons: readonly string[] };
  /** Seconds until the same request may succeed. */
  readonly retryAfter?: number;
}

/** A failure with an HTTP status, a stable code and a sentence for users. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: number;
  readonly code: string;
  readonly extra: Extra;

  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** A failure in OAuth's shape (RFC 6749 section 5.2), always status 400. */
export class OAuthError extends Error {
  override name = 'OAuthError';
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** Returns the message of a thrown value for logs. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);

export const badJson = (reason: string): AuthError =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);

export const badJwt = (reason: string): AuthError => new AuthError(403, 'bad_jwt', reason);

export const noAuthorization = (): AuthError =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');

export const invalidCredentials = (): AuthError =>
  new AuthError(400, 'invalid_credentials', 'Invalid login credentials');

export const sessionNotFound = (): AuthError =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

export const userBanned = (status: 400 | 403) => new AuthError(status, 'user_banned', 'User is banned');

export const insufficientAal = (action: string, status: 403 | 422 = 403): AuthError =>
  new AuthError(status, 'insufficient_aal', `AAL2 required to ${action}`);
export const otpExpired = (message = 'Token has expired or is invalid'): AuthError =>
  new AuthError(403, 'otp_expired', message);

export const emailExists = (): AuthError =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

export const phoneExists = (): AuthError =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered');

export const userNotFound = (message = 'User not found') => new AuthError(404, 'user_not_found', message);

export const requestRateLimited = (retryAfter: number): AuthError =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter });

export const mailRateLimited = (retryAfter: number): AuthError =>
  new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', { retryAfter });

export const smsRateLimited = (retryAfter: number): AuthError =>
  new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded', { retryAfter });

export const tooSoon = (code: string, retryAfter: number): AuthError =>
  new AuthError(429, code, `For security purposes, you can only request this after ${retryAfter} seconds.`, {
    retryAfter,
  });

export const weakPassword = (message: string, reasons: readonly string[]): AuthError =>
  new AuthError(422, 'weak_password', message, { weakPassword: { reasons } });
