import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit/audit.ts';
import { type SignedInCall, parameterOf, presentTime } from '../kernel/call.ts';
import type { Account, IdentityRow } from '../kernel/entities/account.rules.ts';
import { isUuid } from '../kernel/entities/uuid.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { findAccountByEmail, lockAccount } from '../accounts/store/accounts.store.ts';
import { deleteIdentity } from '../accounts/store/identities.store.ts';
import { deleteTokensSentTo } from '../accounts/codes/one-time-tokens.store.ts';
import { updateUser, type UserChanges } from '../accounts/store/users.store.ts';
import { requireManualLinking } from './authorize-identity.handler.ts';

/** DELETE /user/identities/{identity_id}: unlinks it; the last one stays (contract A3.4). */
export async function removeIdentity(call: SignedInCall): Promise<unknown> {
  requireManualLinking(call);
  const id = parameterOf(call, 'identity_id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  await call.auth.database.transaction(async (query) => {
    const account = await lockAccount(query, call.account.user.id);
    const identities = account?.identities ?? [];
    if (identities.length <= 1) {
      const message = 'User must have at least 1 identity after unlinking';
      throw new AuthError(422, 'single_identity_not_deletable', message);
    }
    const identity = identities.find((candidate) => candidate.id === id);
    if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    await deleteIdentity(query, id);
    const changes = await changesWithout(query, account!, identity);
    await updateUser(query, account!.user.id, changes, presentTime(call));
    await forgetCodes(query, account!, changes);
    await audit(call, query, 'identity_unlinked', account!.user.id, { provider: identity.provider });
  });
  sendNoticeLater(call, 'identity_unlinked', call.account.user.email);
  return {};
}

/** Who reads the mails or messages of what is gone has no business here any more. */
async function forgetCodes(query: Query, { user }: Account, { email, phone }: UserChanges): Promise<void> {
  if (email !== undefined && user.email) await deleteTokensSentTo(query, user.id, user.email);
  if (phone !== undefined && user.phone) await deleteTokensSentTo(query, user.id, user.phone);
}

/** What the account is without the identity: another address where that one gave it, and its other providers. */
async function changesWithout(query: Query, account: Account, gone: IdentityRow): Promise<UserChanges> {
  const { user } = account;
  const left = account.identities.filter(({ id }) => id !== gone.id);
  const providers = [...new Set(left.map(({ provider }) => provider))];
  const app = { ...user.raw_app_meta_data, provider: providers[0], providers };
  const isPhone = gone.provider === 'phone' ? { phone: null, phone_confirmed_at: null } : {};
  const isOwnEmail = gone.email !== null && gone.email === user.email;
  const isHeldElsewhere = left.some(({ email }) => email === user.email);
  if (!isOwnEmail || isHeldElsewhere) return { raw_app_meta_data: app, ...isPhone };
  const next = left.find(({ email, identity_data }) => email && identity_data['email_verified'] === true);
  if (next?.email && (await findAccountByEmail(query, next.email))) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    );
  }
  const email = next?.email ?? null;
  return { raw_app_meta_data: app, ...isPhone, email, ...(email ? {} : { email_confirmed_at: null }) };
}
