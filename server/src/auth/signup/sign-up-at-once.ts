import { type Call, presentTime } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { createAccount, findAccountOf, type NewAccount } from '../accounts/create-account.ts';
import { accountState } from '../accounts/proofs/proof.rules.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { updateUser } from '../accounts/store/users.store.ts';
import { issueSession } from '../sessions/issue-session.ts';

/**
 * A sign-up where addresses or numbers need no confirmation returns the confirmed account's session. An invited
 * account waits for the invited person.
 * @throws AuthError 422 user_already_exists
 */
export function signUpAtOnce(call: Call, order: Omit<NewAccount, 'isConfirmed'>): Promise<unknown> {
  return call.auth.database.transaction(async (query) => {
    const found = await findAccountOf(query, order);
    const known = found && (await lockAccount(query, found.user.id));
    if (known && accountState(known.user) !== 'unproven') {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    if (known) {
      const password = { encrypted_password: order.passwordHash };
      await updateUser(query, known.user.id, password, presentTime(call));
    }
    const account = known ?? (await createAccount(call, query, { ...order, isConfirmed: true }));
    return issueSession(call, query, await confirmAddress(call, query, account, order.kind), 'password');
  });
}
