import { providerMetadata } from '../accounts/metadata.rules.ts';
import type { Account, IdentityRow, UserChanges } from '../kernel/entities/account.rules.ts';

/**
 * Returns the changes to an account when an identity is removed (contract A3.4). Its providers are the remaining
 * ones. If the identity gave the account its address, the next verified one replaces it, or none does. The password
 * goes with the last of the account's own address and number, because it was never meant to open the account at a
 * provider's address.
 */
export function changesWithout({ user, identities }: Account, removed: IdentityRow): UserChanges {
  const left = identities.filter(({ id }) => id !== removed.id);
  const providers = left.map(({ provider }) => provider);
  const changes: UserChanges = {
    raw_app_meta_data: { ...user.raw_app_meta_data, ...providerMetadata(providers) },
    ...(isOwn(removed) && !left.some(isOwn) ? { encrypted_password: null } : {}),
    ...(removed.provider === 'phone' ? { phone: null, phone_confirmed_at: null } : {}),
  };
  const isOwnEmail = removed.email !== null && removed.email === user.email;
  if (!isOwnEmail || left.some(({ email }) => email === user.email)) return changes;
  const next = left.find(({ email, identity_data }) => email && identity_data['email_verified'] === true);
  const email = next?.email ?? null;
  return { ...changes, email, ...(email ? {} : { email_confirmed_at: null }) };
}

const isOwn = ({ provider }: IdentityRow): boolean => provider === 'email' || provider === 'phone';
