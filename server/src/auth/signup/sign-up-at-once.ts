import type { Call } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { findAccountOf, findOrCreateAccount, type NewAccount } from '../accounts/create-account.ts';
import { issueSession } from '../sessions/issue-session.ts';

/**
 * A sign-up where addresses or numbers need no confirmation: the account, confirmed, and its session.
 * @throws AuthError 422 user_already_exists
 */
export function signUpAtOnce(call: Call, order: Omit<NewAccount, 'isConfirmed'>): Promise<unknown> {
  return call.auth.database.transaction(async (query) => {
    const known = await findAccountOf(query, order);
    if (known?.user[`${order.kind}_confirmed_at`]) {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    const account = await findOrCreateAccount(call, query, { ...order, isConfirmed: true });
    return issueSession(call, query, await confirmAddress(call, query, account, order.kind), 'password');
  });
}
