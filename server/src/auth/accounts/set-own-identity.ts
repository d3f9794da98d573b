import type { Query } from '../../database/database.ts';
import { addProviders } from './metadata.rules.ts';
import { findAccount, updateUser } from './store/accounts.store.ts';
import { insertIdentity, mergeIdentityData } from './store/identities.store.ts';

interface OwnIdentity {
  readonly userId: string;
  readonly kind: 'email' | 'phone';
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
  await insertIdentity(query, {
    userId,
    provider: kind,
    providerId: userId,
    data: { ...unverified, ...data },
    at,
  });
  await updateUser(
    query,
    userId,
    { raw_app_meta_data: addProviders(account.user.raw_app_meta_data, [kind]) },
    at,
  );
}
