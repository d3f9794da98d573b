import type { Query } from '../../database/database.ts';
import { type Call, uuidParameter } from '../kernel/call.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { userNotFound } from '../kernel/errors.ts';
import { findAccount, lockAccount } from './store/accounts.store.ts';

/** The account an admin route names. @throws AuthError 404 user_not_found */
export async function targetAccount(call: Call, query: Query, find = findAccount): Promise<Account> {
  const account = await find(query, uuidParameter(call, 'user_id'));
  if (!account) throw userNotFound();
  return account;
}

/** The same, held until the transaction ends. */
export const lockedTarget = (call: Call, query: Query): Promise<Account> =>
  targetAccount(call, query, lockAccount);
