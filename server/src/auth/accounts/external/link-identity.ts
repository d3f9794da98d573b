import type { Query } from '../../../database/database.ts';
import { audit } from '../../kernel/audit.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import { isBanned, type Account } from '../../kernel/entities/account.rules.ts';
import { candidateEmail, type ExternalIdentity } from './provider-profile.rules.ts';
import { AuthError, userBanned } from '../../kernel/errors.ts';
import { refreshMetadata } from './external-account.ts';
import { sendNoticeLater } from '../mail/send-mail.ts';
import { lockAccount, updateUser } from '../store/accounts.store.ts';
import { insertIdentity } from '../store/identities.store.ts';
import { knownAccounts, lockExternalIdentity } from './known-accounts.store.ts';

/**
 * Adds an identity to the account that asked for it. An anonymous account becomes lasting, and one without an
 * address takes the provider's verified one. One whose verified address is another account's is refused.
 * @throws AuthError 422 identity_already_exists, email_exists, 403 user_not_found, user_banned
 */
export async function linkIdentity(
  call: Call,
  query: Query,
  userId: string,
  external: ExternalIdentity,
): Promise<Account> {
  const { provider, profile } = external;
  await lockExternalIdentity(query, provider, profile.subject);
  const account = await lockAccount(query, userId);
  if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(account.user, call.auth.clock.now())) throw userBanned(403);
  const { holder, byIdentityEmail, byUserEmail } = await knownAccounts(query, provider, profile, false);
  if (holder) {
    const whose =
      holder === userId ? 'Identity is already linked' : 'Identity is already linked to another user';
    throw new AuthError(422, 'identity_already_exists', whose);
  }
  if ([...byIdentityEmail, ...byUserEmail].some((owner) => owner !== userId)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  const at = presentTime(call);
  await insertIdentity(query, { userId, provider, providerId: profile.subject, data: profile.claims, at });
  await adoptEmail(query, account, external, at);
  await audit(call, query, 'identity_linked', userId, { provider });
  sendNoticeLater(call, 'identity_linked', account.user.email);
  return refreshMetadata(call, query, account, external);
}

async function adoptEmail(
  query: Query,
  { user }: Account,
  { profile }: ExternalIdentity,
  at: Date,
): Promise<void> {
  const email = candidateEmail(profile);
  const adopted = email?.isVerified && !user.email ? { email: email.address, email_confirmed_at: at } : {};
  await updateUser(query, user.id, { ...adopted, is_anonymous: false }, at);
}
