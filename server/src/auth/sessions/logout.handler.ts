import { type SignedInCall, queryOf } from '../kernel/call.ts';
import { audit, transaction } from '../kernel/transaction.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { validationFailed, insufficientAal } from '../kernel/errors.ts';
import { dropAddressChanges } from '../accounts/changes/drop-changes.ts';
import { deleteProviderFlows } from '../accounts/codes/flow-states.store.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { deleteSessions } from './store/sessions.store.ts';

/**
 * POST /logout ends all sessions, this one, or all the others (contract A3.3), and answers 204. Below the level that
 * the account requires, `global` ends this session only and `others` is refused, so a password alone ends no session
 * at a higher level (server/docs/wire.md).
 */
export async function logout(call: SignedInCall): Promise<undefined> {
  const { account, session } = call;
  const requested = queryOf(call, 'scope') || 'global';
  if (requested !== 'global' && requested !== 'local' && requested !== 'others') {
    throw validationFailed(`Unsupported logout scope "${requested.slice(0, 40)}"`);
  }
  const isBelow = owesSecondFactor(call);
  if (requested === 'others' && isBelow) {
    // The client takes a 401, 403 or 404 here for a session that has ended.
    throw insufficientAal('end other sessions', 422);
  }
  const scope = requested === 'global' && isBelow ? 'local' : requested;
  // A token without a session has none to end or to keep.
  if (scope === 'local' && !session) return void call.reply.code(204);
  const which = { global: {}, local: { only: session?.id }, others: { except: session?.id } }[scope];
  await transaction(call, async (tx) => {
    // Before the sessions, as in every change of the account.
    if (scope !== 'local') await lockAccount(tx, account.user.id);
    await deleteSessions(tx, account.user.id, which);
    // The mail is an anonymous user's only way back to the account.
    if (scope !== 'local' && !account.user.is_anonymous) await dropAddressChanges(tx, account.user.id);
    if (scope === 'global') await deleteProviderFlows(tx, account.user.id);
    await audit(tx, 'logout', account.user.id, { scope });
  });
  call.reply.code(204);
}
