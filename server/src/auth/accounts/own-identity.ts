import type { Query } from '../../database/database.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import type { Account, AddressKind } from '../kernel/entities/account.rules.ts';
import { mergeMetadata, addProviders } from './metadata.rules.ts';
import { getAccount, updateUser, findAccount } from './store/accounts.store.ts';
import { mergeIdentityData, insertIdentity } from './store/identities.store.ts';

/**
 * Confirms the account's address or number. It sets the date, updates user_metadata and the identity, and makes an
 * anonymous account permanent. A confirmed one stays unchanged.
 */
export async function confirmAddress(
  call: Call,
  query: Query,
  account: Account,
  kind: AddressKind,
): Promise<Account> {
  const { user } = account;
  if (user[`${kind}_confirmed_at`] && !user.is_anonymous) return account;
  const at = presentTime(call);
  const verified = { [`${kind}_verified`]: true };
  await updateUser(query, user.id, at, {
    [`${kind}_confirmed_at`]: at,
    is_anonymous: false,
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, verified),
  });
  await mergeIdentityData(query, user.id, kind, verified, at);
  return getAccount(query, user.id);
}

interface OwnIdentity {
  readonly userId: string;
  readonly kind: AddressKind;
  /** Nothing changes without one. */
  readonly address: string | null;
  readonly isVerified?: boolean;
  readonly at: Date;
}

/** Sets the account's own identity ("email" or "phone") to the present address, and lists it as a provider. */
export async function setOwnIdentity(
  query: Query,
  { userId, kind, address, isVerified = false, at }: OwnIdentity,
): Promise<void> {
  if (!address) return;
  const data = { [kind]: address, ...(isVerified ? { [`${kind}_verified`]: true } : {}) };
  const account = await findAccount(query, userId);
  if (!account) return;
  if (account.identities.some(({ provider }) => provider === kind)) {
    return mergeIdentityData(query, userId, kind, data, at);
  }
  const unverified = { sub: userId, email_verified: false, phone_verified: false };
  const identity = { userId, provider: kind, providerId: userId, data: { ...unverified, ...data }, at };
  await insertIdentity(query, identity);
  await updateUser(query, userId, at, {
    raw_app_meta_data: addProviders(account.user.raw_app_meta_data, [kind]),
  });
}
