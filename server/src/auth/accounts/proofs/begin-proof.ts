import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import { matchesPassword } from '../../kernel/password-hashing.ts';
import { createAccount, findAccountOf, type NewAccount } from '../create-account.ts';
import { lockAccount, updateUser } from '../store/accounts.store.ts';
import { hasOpenProof, pendingPassword, accountState } from './proof.rules.ts';

/** Returns true if a code for the account's first proof is still valid. */
export const isProofOpen = (call: Call, { user }: Account): boolean =>
  hasOpenProof(user, call.auth.settings.email.otp_expiry, call.auth.clock.now());

/**
 * Returns the stored password that a sign-up's password equals, if the account's proof is open, or null. It runs
 * before the transaction, because hashing waits in a queue.
 */
export async function matchingPassword(
  call: Call,
  account: Account | null,
  password: string,
): Promise<string | null> {
  const stored = account?.user.encrypted_password;
  if (!account || !stored || !isProofOpen(call, account)) return null;
  return (await matchesPassword(call, password, stored)) ? stored : null;
}

/**
 * Returns the unproven account whose proof a request begins, with the password that it now waits with (contract
 * A1.12). It creates the account if the address has none. `matching` comes from `matchingPassword`. Returns null if
 * the account is invited or proven. Runs in the caller's transaction.
 */
export async function beginProof(
  call: Call,
  query: Query,
  order: Omit<NewAccount, 'isConfirmed'>,
  matching: string | null = null,
): Promise<Account | null> {
  const known = await findAccountOf(query, order);
  if (!known) return createAccount(call, query, order);
  const account = (await lockAccount(query, known.user.id))!;
  const { user } = account;
  if (accountState(user) !== 'unproven') return null;
  const isSame = matching !== null && matching === user.encrypted_password;
  const pending = { user, isOpen: isProofOpen(call, account), isSame };
  const encrypted_password = pendingPassword(pending, order.passwordHash ?? null);
  await updateUser(query, user.id, { encrypted_password }, presentTime(call));
  return account;
}
