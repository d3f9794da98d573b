import type { UserRow } from '../kernel/entities/account.rules.ts';
import { type Json, textOf } from '../kernel/entities/json.rules.ts';
import { authError, insufficientAal } from '../kernel/errors.ts';

interface Stored {
  readonly id: string;
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** A passkey as its owner sees it (contract A6.3), without its key. */
export function passkeyJson(passkey: Stored): Record<string, unknown> {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name || undefined,
    created_at: new Date(passkey.created_at).toISOString(),
    last_used_at: passkey.last_used_at ? new Date(passkey.last_used_at).toISOString() : undefined,
  };
}

/** Returns the user's id that we gave to the authenticator, or '' (contract A6.2). */
export function userHandleOf(response: Json): string {
  const handle = textOf(response['response'], 'userHandle') ?? '';
  return Buffer.from(handle, 'base64url').toString('utf8');
}

export const MAX_PASSKEYS = 10;

/** @throws AuthError 422 too_many_passkeys */
export function requireRoom(passkeys: readonly unknown[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw authError('too_many_passkeys');
}

/**
 * Checks who may register a passkey. It signs in alone, so it requires the assurance level of the account.
 * @throws AuthError 422 user_sso_managed, email_not_confirmed; 403 insufficient_aal (contract A6.1)
 */
export function requireRegistrable(user: UserRow, owesSecondFactor: boolean): void {
  if (user.is_sso_user) {
    throw authError('user_sso_managed', { message: 'Passkeys are not available for single sign-on users' });
  }
  if (user.is_anonymous || !user.confirmed_at) {
    throw authError('email_not_confirmed', { status: 422, message: 'Passkeys need a confirmed account' });
  }
  if (owesSecondFactor) throw insufficientAal('add a passkey');
}
