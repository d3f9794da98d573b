import { type SignedInCall, uuidParameter } from '../kernel/call.ts';
import { audit, transaction } from '../kernel/transaction.ts';
import { addressKinds } from '../kernel/entities/account.rules.ts';
import { authError } from '../kernel/errors.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { findAccountBy, updateUser } from '../accounts/store/accounts.store.ts';
import { deleteIdentity } from '../accounts/store/identities.store.ts';
import { deleteTokensSentTo } from '../accounts/codes/one-time-tokens.store.ts';
import { changesWithout } from './unlink-identity.rules.ts';
import { lockCaller } from '../sessions/access.ts';
import { requireManualLinking } from './authorize.handler.ts';

/** DELETE /user/identities/{identity_id} unlinks an identity. The last one stays (contract A3.4). */
export async function removeIdentity(call: SignedInCall): Promise<unknown> {
  requireManualLinking(call);
  const id = uuidParameter(call, 'identity_id');
  await transaction(call, async (tx) => {
    const { account } = await lockCaller(tx);
    const { identities } = account;
    if (identities.length <= 1) {
      throw authError('single_identity_not_deletable');
    }
    const identity = identities.find((candidate) => candidate.id === id);
    if (!identity) throw authError('identity_not_found');
    await deleteIdentity(tx, id);
    const changes = changesWithout(account, identity);
    if (changes.email && (await findAccountBy(tx, 'email', changes.email))) {
      throw authError('email_conflict_identity_not_deletable');
    }
    await updateUser(tx, account.user.id, changes);
    for (const kind of addressKinds) {
      const removed = changes[kind] === undefined ? null : account.user[kind];
      // Codes that were sent there are no longer valid.
      if (removed) await deleteTokensSentTo(tx, account.user.id, removed);
    }
    await audit(tx, 'identity_unlinked', account.user.id, { provider: identity.provider });
  });
  sendNoticeLater(call, 'identity_unlinked', call.account.user.email);
  return {};
}
