import type { Query } from '../../database/database.ts';
import type { SignedInCall } from '../request/call.ts';
import { presentTime } from '../request/call.ts';
import { newRefreshToken } from '../domain/secrets.ts';
import { AuthError } from '../errors.ts';
import type { SessionJson } from './issue-session.ts';
import { renewedSession } from './issue-session.ts';
import { findAccount } from '../store/accounts.ts';
import { activeToken, insertChildToken } from '../store/refresh-tokens.ts';
import { deleteLowerSessions, raiseSession } from '../store/session-levels.ts';
import { findSession } from '../store/sessions.ts';

/**
 * Raises the caller's session to aal2 after a second proof: new refresh token, the method among its sign-in
 * methods, and the user's other sessions without a second proof ended (auth contract 4).
 */
export async function raiseToSecondLevel(
  call: SignedInCall,
  query: Query,
  factorId: string,
  method: string,
): Promise<SessionJson> {
  const at = presentTime(call);
  const sessionId = call.session?.id;
  const active = sessionId ? await activeToken(query, sessionId) : null;
  if (!sessionId || !active) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  await raiseSession(query, { id: sessionId, factorId, method, at });
  const userId = call.account.user.id;
  const token = newRefreshToken();
  await insertChildToken(query, { token, parent: active, userId, sessionId, at });
  await deleteLowerSessions(query, userId, sessionId);
  const account = (await findAccount(query, userId))!;
  return renewedSession(call, query, account, (await findSession(query, sessionId))!, token);
}
