import { audit } from '../kernel/audit/audit.ts';
import type { SignedInCall } from '../kernel/call.ts';
import { queryOf } from '../kernel/call.ts';
import { validationFailed } from '../kernel/errors.ts';
import { deleteSessions } from './store/sessions.store.ts';

/** POST /logout: ends all sessions, this one, or all the others (auth contract 3). Answers 204. */
export async function logout(call: SignedInCall): Promise<undefined> {
  const { account, session } = call;
  const scope = queryOf(call, 'scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw validationFailed(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
  // A token that names no session has none of its own to end or to keep.
  if (scope === 'local' && !session) return void call.reply.code(204);
  const which = { global: {}, local: { only: session?.id }, others: { except: session?.id } }[scope];
  await call.auth.database.transaction(async (query) => {
    await deleteSessions(query, account.user.id, which);
    await audit(call, query, 'logout', account.user.id, { scope });
  });
  call.reply.code(204);
}
