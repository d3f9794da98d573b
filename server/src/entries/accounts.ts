/**
 * `@solostead/server/accounts`: what an operator does with an account. Each function runs in a transaction of the
 * database's owner, ends what the change ends, and writes to the audit log.
 *
 * @example
 * import { findOrCreateAccount, setNewPassword } from '@solostead/server/accounts';
 *
 * const password = await owner.transaction(async (query) => {
 *   const { id } = await findOrCreateAccount(query, 'you@example.org', new Date());
 *   return setNewPassword(query, id, new Date());
 * });
 */
export {
  findAccountOf,
  findOrCreateAccount,
  lockOut,
  type OperatorAccount,
  removeFactors,
  resetPassword,
  secureAccount,
  setNewPassword,
  signOutEverywhere,
} from '../accounts/accounts.ts';
