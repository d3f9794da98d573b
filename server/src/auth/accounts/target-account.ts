import { uuidParameter } from '../kernel/call.ts';
import type { Transaction } from '../kernel/transaction.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { userNotFound } from '../kernel/errors.ts';
import { findAccount, lockAccount } from './store/accounts.store.ts';

/** The account an admin route names. @throws AuthError 404 user_not_found */
export async function targetAccount(tx: Transaction, find = findAccount): Promise<Account> {
  const account = await find(tx, uuidParameter(tx, 'user_id'));
  if (!account) throw userNotFound();
  return account;
}

/** The same, held until the transaction ends. */
export const lockedTarget = (tx: Transaction): Promise<Account> => targetAccount(tx, lockAccount);
