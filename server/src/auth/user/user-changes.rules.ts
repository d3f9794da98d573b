import { z } from 'zod';
import type { UserRow } from '../kernel/entities/account.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { isJson, texts } from '../kernel/entities/json.rules.ts';
import { instant, type SessionRow } from '../kernel/entities/session.rules.ts';
import { authError } from '../kernel/errors.ts';
import { metadataBody } from '../accounts/metadata.rules.ts';
import { codeBody } from '../accounts/codes/code-challenge.rules.ts';

/** The body of PUT /user (contract A3.2). */
export const userBody = z.object({
  ...texts('email', 'phone', 'password', 'current_password', 'nonce'),
  data: metadataBody.nullish(),
  app_metadata: metadataBody.nullish(),
  ...texts('channel'),
  ...codeBody,
});

export type UserBody = z.infer<typeof userBody>;

export type RequestedAddresses = Readonly<ReturnType<typeof requestedAddresses>>;

/** Returns the requested addresses in stored form, null for no change. @throws AuthError 400 validation_failed (contract A0.8) */
export function requestedAddresses(user: UserRow, body: UserBody) {
  const email = body.email ? parseEmail(body.email) : null;
  const phone = body.phone ? parsePhone(body.phone) : null;
  return { email: email === user.email ? null : email, phone: phone === user.phone ? null : phone };
}

/**
 * Refuses changes that the holder of a session may not make to the account (contract A3.2).
 * @throws AuthError 422 validation_failed, 422 user_sso_managed, 403 not_admin, 401 insufficient_aal
 */
export function requirePermitted(
  body: UserBody,
  { email, phone }: RequestedAddresses,
  { user, owesSecondFactor }: { readonly user: UserRow; readonly owesSecondFactor: boolean },
): void {
  if (body.app_metadata) {
    throw authError('not_admin', { message: 'Updating app_metadata requires admin privileges' });
  }
  if (user.is_anonymous && body.password && !email && !phone && !user.email && !user.phone) {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw authError('validation_failed', { status: 422, message });
  }
  const isCredential = Boolean(email || phone || body.password);
  if (user.is_sso_user && isCredential) {
    throw authError('user_sso_managed');
  }
  if (isCredential && owesSecondFactor) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw authError('insufficient_aal', { status: 401, message });
  }
}

/** Returns true if a session was signed in by password, from its token's `amr`. A recovery mail does not count. */
export const isSignedInByPassword = (amr: unknown): boolean =>
  Array.isArray(amr) && amr.some((entry) => isJson(entry) && entry['method'] === 'password');

/**
 * Returns the notice of a new password, or null for the first password of an invitation if it is chosen in the session that
 * accepted it. That session began when it confirmed the address.
 */
export function passwordNotice(user: UserRow, session: SessionRow | null) {
  if (user.encrypted_password) return 'password_changed';
  const { invited_at: invitedAt, email_confirmed_at: confirmedAt } = user;
  const isAccepting =
    invitedAt && confirmedAt && session && instant(session.created_at) === instant(confirmedAt);
  return isAccepting ? null : 'password_added';
}
