import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import { type SignedInCall, presentTime } from '../kernel/call.ts';
import { isExpired } from '../accounts/codes/one-time-code.rules.ts';
import { otpHash } from '../kernel/entities/secrets.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { limitedVerification } from '../kernel/limits/limited-verification.ts';
import { hashPassword, matchesPassword } from '../kernel/password-hashing.ts';
import { isSignedInByPassword } from './user-changes.rules.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { deleteProviderFlows } from '../accounts/codes/flow-states.store.ts';
import { findToken, spendToken } from '../accounts/codes/one-time-tokens.store.ts';
import { deleteSessions } from '../sessions/store/sessions.store.ts';
import { updateUser } from '../accounts/store/accounts.store.ts';

/** A session younger than this needs no code to change the password. */
const FRESH_FOR_MS = 24 * 3_600_000;

interface PasswordChange {
  readonly password: string;
  readonly current_password?: string | null;
  readonly nonce?: string | null;
}

/**
 * Checks a new password and hashes it (contract A3.2). Done before the transaction, for hashing waits in a queue.
 * @throws AuthError 400 current_password_required, current_password_invalid, reauthentication_needed;
 *   422 weak_password, same_password
 */
export async function prepareNewPassword(call: SignedInCall, change: PasswordChange): Promise<string> {
  const { settings } = call.auth;
  const stored = call.account.user.encrypted_password || null;
  if (stored && (change.current_password || mustKnowCurrent(call))) {
    await requireCurrent(call, stored, change.current_password);
  }
  await requireStrong(call, change.password, call.account.user.email);
  if (settings.email.secure_password_change && !change.nonce && !isFresh(call)) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (stored && (await matchesPassword(call, change.password, stored))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(call, change.password);
}

/** A session of a recovery mail is not asked for the present password. */
function mustKnowCurrent(call: SignedInCall): boolean {
  const isAsked = call.auth.settings.email.require_current_password;
  return isAsked && isSignedInByPassword(call.request.caller.claims['amr']);
}

async function requireCurrent(
  call: SignedInCall,
  stored: string,
  current: string | null | undefined,
): Promise<void> {
  if (!current) {
    const message = 'Current password required when setting new password.';
    throw new AuthError(400, 'current_password_required', message);
  }
  const key = `current ${call.account.user.id}`;
  const isRight = () => matchesPassword(call, current, stored);
  if (await limitedVerification(call.auth.limits, [['password_failures', key]], isRight)) return;
  const message = 'Current password required when setting new password.';
  throw new AuthError(400, 'current_password_invalid', message);
}

function isFresh({ session, auth }: SignedInCall): boolean {
  return session !== null && auth.clock.now() < instant(session.created_at) + FRESH_FOR_MS;
}

/** Sets the password, spends the code that allowed it, and ends all other sessions and flows at providers. */
export async function changePassword(
  call: SignedInCall,
  query: Query,
  passwordHash: string,
  nonce: string | null,
): Promise<void> {
  const { user } = call.account;
  if (call.auth.settings.email.secure_password_change && nonce) await spendNonce(call, query, nonce);
  await updateUser(query, user.id, { encrypted_password: passwordHash }, presentTime(call));
  await deleteSessions(query, user.id, { except: call.session?.id });
  await deleteProviderFlows(query, user.id);
  await audit(call, query, 'user_updated_password', user.id);
}

export const NONCE_REFUSED = 'reauthentication_not_valid';

/** @throws AuthError 422 reauthentication_not_valid */
async function spendNonce(call: SignedInCall, query: Query, nonce: string): Promise<void> {
  const { user } = call.account;
  const address = user.email ?? user.phone ?? '';
  const token = await findToken(query, ['reauthentication_token'], otpHash(address, nonce.trim()));
  const life = call.auth.settings.email.otp_expiry;
  const isLate = isExpired(user, 'reauthentication_token', life, call.auth.clock.now());
  if (token?.user_id !== user.id || isLate || !(await spendToken(query, token))) {
    throw new AuthError(422, NONCE_REFUSED, 'Nonce has expired or is invalid');
  }
}
