import { type Transaction, audit } from '../../kernel/transaction.ts';
import { isBanned, type Account } from '../../kernel/entities/account.rules.ts';
import { parseEmail } from '../../kernel/entities/address.rules.ts';
import { decideLinking, isSsoProvider } from './identity-linking.rules.ts';
import { addProviders, fittingMetadata, mergeMetadata, providerMetadata } from '../metadata.rules.ts';
import { candidateEmail, type ExternalIdentity } from './provider-profile.rules.ts';
import { type AuthError, authError, userBanned } from '../../kernel/errors.ts';
import { sendNoticeLater } from '../mail/send-mail.ts';
import { getAccount, lockAccount, insertUser, updateUser } from '../store/accounts.store.ts';
import { insertIdentity, replaceIdentityData } from '../store/identities.store.ts';
import { settleProof } from '../proofs/settle-proof.ts';
import { knownAccounts, lockExternalIdentity } from './known-accounts.store.ts';

/**
 * Finds, links or creates the account of an external identity. Runs in the caller's transaction.
 * @throws AuthError 400 validation_failed, 422 signup_disabled, 403 user_banned, 409 conflict where an address belongs to several
 */
export async function accountOfExternalIdentity(tx: Transaction, external: ExternalIdentity) {
  const { provider, profile } = external;
  const isSso = isSsoProvider(provider);
  if (profile.emails.length === 0 && !external.isEmailOptional) {
    throw authError('validation_failed', { message: 'Error getting user email from external provider' });
  }
  await lockExternalIdentity(tx, external);
  const decision = decideLinking(profile, await knownAccounts(tx, provider, profile, isSso), isSso);
  if (decision.step === 'ambiguous') {
    const message = 'Multiple accounts with the same email address in the same linking domain';
    throw authError('conflict', { message });
  }
  if (decision.step === 'create') return createAccount(tx, external, decision.email);
  const account = (await lockAccount(tx, decision.userId))!;
  if (isBanned(account.user, tx.auth.clock.now())) throw userBanned(403);
  if (decision.step === 'link') return linkExternalIdentity(tx, account, external);
  await replaceIdentityData(tx, provider, profile.subject, profile.claims);
  return refreshMetadata(tx, account, external);
}

async function createAccount(tx: Transaction, { provider, profile }: ExternalIdentity, email: string | null) {
  const { settings } = tx.auth;
  if (!settings.enable_signup) {
    throw authError('signup_disabled');
  }
  // An account has the address, and the provider has not verified that it is this user's.
  if (email === null && profile.emails.length > 0) throw unverifiedEmail(provider);
  if (email !== null) parseEmail(email);
  const isVerified = candidateEmail(profile)?.isVerified ?? false;
  const isConfirmed = email !== null && (isVerified || !settings.email.enable_confirmations);
  const user = {
    email,
    raw_app_meta_data: providerMetadata([provider]),
    raw_user_meta_data: fittingMetadata(profile.claims),
    is_sso_user: isSsoProvider(provider),
  };
  const userId = await insertUser(tx, user);
  await insertIdentity(tx, { userId, provider, providerId: profile.subject, data: profile.claims });
  if (isConfirmed) await updateUser(tx, userId, { email_confirmed_at: tx.at });
  await audit(tx, 'user_signedup', userId, { provider });
  return getAccount(tx, userId);
}

/** Adds the identity to the account that has its verified address. */
async function linkExternalIdentity(tx: Transaction, account: Account, external: ExternalIdentity) {
  const { provider, profile } = external;
  const { id } = account.user;
  const identity = { userId: id, provider, providerId: profile.subject, data: profile.claims };
  const identityId = await insertIdentity(tx, identity);
  await settleProof(tx, account, 'provider', { identityId });
  if (!account.user.confirmed_at) {
    // The maker of the account never proved the address: nothing they set may stay.
    const metadata = {
      raw_user_meta_data: fittingMetadata(profile.claims),
      raw_app_meta_data: providerMetadata([provider]),
    };
    await updateUser(tx, id, { ...metadata, email_confirmed_at: tx.at });
  }
  await audit(tx, 'identity_linked', id, { provider });
  if (account.user.email_confirmed_at) sendNoticeLater(tx, 'identity_linked', account.user.email);
  return refreshMetadata(tx, await getAccount(tx, id), external);
}

/** Copies the provider's data to user metadata and adds the provider to the account's providers. */
async function refreshMetadata(
  tx: Transaction,
  { user, identities }: Account,
  { provider, profile }: ExternalIdentity,
): Promise<Account> {
  const known = identities.map((identity) => identity.provider);
  const first = user.raw_app_meta_data?.['provider'] ?? provider;
  const metadata = {
    raw_app_meta_data: addProviders({ ...user.raw_app_meta_data, provider: first }, [...known, provider]),
    raw_user_meta_data: fittingMetadata(mergeMetadata(user.raw_user_meta_data, profile.claims)),
  };
  await updateUser(tx, user.id, metadata);
  return getAccount(tx, user.id);
}

/**
 * An address that the provider has not verified does not sign its holder in.
 * @throws AuthError 422 provider_email_needs_verification
 */
export function requireConfirmed({ user }: Account, provider: string): void {
  if (user.email === null || user.email_confirmed_at || user.phone_confirmed_at) return;
  throw unverifiedEmail(provider);
}

const unverifiedEmail = (provider: string): AuthError =>
  authError('provider_email_needs_verification', {
    message: `Unverified email with ${provider}. Verify the email address with ${provider}, then sign in again.`,
  });

/**
 * Adds an identity to the account that asked for it. An anonymous account becomes lasting, and one without an
 * address takes the provider's verified one. One whose verified address is another account's is refused. The caller
 * locks the identity and then the account.
 * @throws AuthError 422 identity_already_exists, email_exists, 403 user_banned
 */
export async function linkIdentity(tx: Transaction, account: Account, external: ExternalIdentity) {
  const { provider, profile } = external;
  const { id: userId } = account.user;
  if (isBanned(account.user, tx.auth.clock.now())) throw userBanned(403);
  const { holder, byIdentityEmail, byUserEmail } = await knownAccounts(tx, provider, profile, false);
  if (holder) {
    const whose =
      holder === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
    throw authError('identity_already_exists', { message: whose });
  }
  if ([...byIdentityEmail, ...byUserEmail].some((owner) => owner !== userId)) {
    throw authError('email_exists');
  }
  await insertIdentity(tx, { userId, provider, providerId: profile.subject, data: profile.claims });
  await adoptEmail(tx, account, external);
  await audit(tx, 'identity_linked', userId, { provider });
  sendNoticeLater(tx, 'identity_linked', account.user.email);
  return refreshMetadata(tx, account, external);
}

async function adoptEmail(tx: Transaction, { user }: Account, { profile }: ExternalIdentity): Promise<void> {
  const email = candidateEmail(profile);
  const adopted = email?.isVerified && !user.email ? { email: email.address, email_confirmed_at: tx.at } : {};
  await updateUser(tx, user.id, { ...adopted, is_anonymous: false });
}
