import type { Query } from '../../database/database.ts';
import { type Call, parameterOf } from '../kernel/call.ts';
import { type Account, isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError, userNotFound } from '../kernel/errors.ts';
import { findAccount, lockAccount } from './store/accounts.store.ts';

function targetId(call: Call): string {
  const id = parameterOf(call, 'user_id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  return id;
}

/** The account an admin route names. @throws AuthError 404 user_not_found */
export async function targetAccount(call: Call, query: Query): Promise<Account> {
  const account = await findAccount(query, targetId(call));
  if (!account) throw userNotFound();
  return account;
}

/** The same, held until the transaction ends. */
export async function lockedTarget(call: Call, query: Query): Promise<Account> {
  const account = await lockAccount(query, targetId(call));
  if (!account) throw userNotFound();
  return account;
}
