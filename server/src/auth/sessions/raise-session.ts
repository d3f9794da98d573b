import type { Query } from '../../database/database.ts';
import { type SignedInCall, presentTime } from '../kernel/call.ts';
import { newRefreshToken } from '../kernel/entities/secrets.rules.ts';
import { sessionNotFound } from '../kernel/errors.ts';
import { type SessionJson, renewedSession } from './issue-session.ts';
import { getAccount } from '../accounts/store/accounts.store.ts';
import { insertFirstToken, lockSession, revokeTokens } from './store/refresh-tokens.store.ts';
import { deleteLowerSessions, raiseSession } from './store/session-levels.store.ts';
import { findSession, sessionAmr } from './store/sessions.store.ts';

/**
 * Raises the caller's session to aal2 after a second proof (contract A4.3). Its refresh token has no parent, so no
 * earlier token leads to it. The method joins the session's sign-in methods, and the user's other sessions without a
 * second proof end.
 */
export async function raiseToSecondLevel(
  call: SignedInCall,
  query: Query,
  factorId: string,
  method: string,
): Promise<SessionJson> {
  const at = presentTime(call);
  const sessionId = call.session?.id;
  if (!sessionId || !(await lockSession(query, sessionId))) throw sessionNotFound();
  await raiseSession(query, { id: sessionId, factorId, method, at });
  const userId = call.account.user.id;
  const token = newRefreshToken();
  await revokeTokens(query, sessionId, at);
  await insertFirstToken(query, { token, userId, sessionId, at });
  await deleteLowerSessions(query, userId, sessionId);
  const account = await getAccount(query, userId);
  const session = (await findSession(query, sessionId))!;
  return renewedSession(call, account, session, await sessionAmr(query, sessionId), token);
}
