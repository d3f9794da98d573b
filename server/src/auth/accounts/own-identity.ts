import type { Transaction } from '../kernel/transaction.ts';
import type { Account, AddressKind } from '../kernel/entities/account.rules.ts';
import { mergeMetadata, addProviders } from './metadata.rules.ts';
import { getAccount, updateUser } from './store/accounts.store.ts';
import { mergeIdentityData, insertIdentity } from './store/identities.store.ts';

/**
 * Confirms the account's address or number. It sets the date, then updates user_metadata and the identity, and makes
 * an anonymous account permanent. A confirmed one stays unchanged.
 */
export async function confirmAddress(tx: Transaction, account: Account, kind: AddressKind): Promise<Account> {
  const { user } = account;
  if (user[`${kind}_confirmed_at`] && !user.is_anonymous) return account;
  const verified = { [`${kind}_verified`]: true };
  await updateUser(tx, user.id, {
    [`${kind}_confirmed_at`]: tx.at,
    is_anonymous: false,
  });
  await updateUser(tx, user.id, { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, verified) });
  await mergeIdentityData(tx, user.id, kind, verified);
  return getAccount(tx, user.id);
}

interface OwnIdentity {
  readonly userId: string;
  readonly kind: AddressKind;
  readonly address: string;
  readonly isVerified?: boolean;
}

/** Sets the account's own identity ("email" or "phone") to the present address, and lists it as a provider. */
export async function setOwnIdentity(
  tx: Transaction,
  { userId, kind, address, isVerified = false }: OwnIdentity,
): Promise<void> {
  const data = { [kind]: address, ...(isVerified ? { [`${kind}_verified`]: true } : {}) };
  const account = await getAccount(tx, userId);
  if (account.identities.some(({ provider }) => provider === kind)) {
    return mergeIdentityData(tx, userId, kind, data);
  }
  const unverified = { sub: userId, email_verified: false, phone_verified: false };
  const identity = { userId, provider: kind, providerId: userId, data: { ...unverified, ...data } };
  await insertIdentity(tx, identity);
  const listed = addProviders(account.user.raw_app_meta_data, [kind]);
  await updateUser(tx, userId, { raw_app_meta_data: listed });
}
