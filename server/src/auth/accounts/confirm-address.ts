import type { Query } from '../../database/database.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { mergeMetadata } from './metadata.rules.ts';
import { getAccount, updateUser } from './store/accounts.store.ts';
import { mergeIdentityData } from './store/identities.store.ts';

/**
 * Confirms the account's address or number. It sets the date, updates user_metadata and the identity, and makes an
 * anonymous account permanent. A confirmed one stays unchanged.
 */
export async function confirmAddress(
  call: Call,
  query: Query,
  account: Account,
  kind: 'email' | 'phone',
): Promise<Account> {
  const { user } = account;
  if (user[`${kind}_confirmed_at`] && !user.is_anonymous) return account;
  const at = presentTime(call);
  const verified = { [`${kind}_verified`]: true };
  await updateUser(
    query,
    user.id,
    {
      [`${kind}_confirmed_at`]: at,
      is_anonymous: false,
      raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, verified),
    },
    at,
  );
  await mergeIdentityData(query, user.id, kind, verified, at);
  return getAccount(query, user.id);
}
