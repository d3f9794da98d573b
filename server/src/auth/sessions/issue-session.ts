import { randomUUID } from 'node:crypto';
import { type Call, type SignedInCall, clientOf } from '../kernel/call.ts';
import type { Transaction } from '../kernel/transaction.ts';
import { type Account, isBanned } from '../kernel/entities/account.rules.ts';
import { type AmrRow, type SessionRow, tokenLifeSeconds } from '../kernel/entities/session.rules.ts';
import { accessTokenClaims, amrEntries } from '../kernel/entities/claims.rules.ts';
import { newRefreshToken } from '../kernel/entities/secrets.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { authError, userBanned } from '../kernel/errors.ts';
import * as sessions from './store/sessions.store.ts';
import { getAccount } from '../accounts/store/accounts.store.ts';
import { insertFirstToken, lockSession, revokeTokens } from './store/refresh-tokens.store.ts';

/** The Session JSON (contract A0.11). */
export interface SessionJson {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  /** Unix seconds. */
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: Record<string, unknown>;
  readonly provider_token?: string;
  readonly provider_refresh_token?: string;
  readonly weak_password?: { readonly message: string; readonly reasons: readonly string[] };
}

/**
 * Signs an account in with a new session at aal1, its sign-in method (AMR, contract A0.11) and its first refresh
 * token. All sign-in methods end here. Runs in the caller's transaction. `notAfter` is a fixed end, as an identity
 * provider may require it.
 * @throws AuthError 400 user_banned
 */
export async function issueSession(
  tx: Transaction,
  account: Account,
  method: string,
  notAfter: Date | null = null,
): Promise<SessionJson> {
  const { at } = tx;
  if (isBanned(account.user, at.getTime())) throw userBanned(400);
  const sessionId = randomUUID();
  const refreshToken = newRefreshToken();
  await sessions.insertSession(tx, {
    id: sessionId,
    userId: account.user.id,
    method,
    refreshToken,
    ...clientOf(tx),
    notAfter,
  });
  const signedIn = { ...account, user: { ...account.user, last_sign_in_at: at.toISOString() } };
  const amr = [{ authentication_method: method, updated_at: at.toISOString() }];
  const session = { id: sessionId, aal: 'aal1', not_after: notAfter?.toISOString() ?? null } as const;
  return sessionJson(tx, signedIn, session, amr, refreshToken);
}

/** The answer for a session, a fresh access token with the given refresh token. */
export function sessionJson(
  call: Call,
  account: Account,
  session: Pick<SessionRow, 'id' | 'aal' | 'not_after'>,
  amr: readonly AmrRow[],
  refreshToken: string,
): SessionJson {
  const { settings, signToken, clock } = call.auth;
  const lifeSeconds = tokenLifeSeconds(settings.jwt_expiry, session.not_after, clock.now());
  const claims = accessTokenClaims({
    user: account.user,
    sessionId: session.id,
    aal: session.aal ?? 'aal1',
    amr: amrEntries(amr),
    issuer: settings.externalUrl,
    issuedAt: Math.floor(clock.now() / 1_000),
    lifeSeconds,
  });
  call.reply.header('sb-auth-user-id', account.user.id);
  call.reply.header('sb-auth-session-id', session.id);
  call.reply.header('sb-auth-refresh-token-prefix', refreshToken.slice(0, 5));
  return {
    access_token: signToken(claims),
    token_type: 'bearer',
    expires_in: lifeSeconds,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user: userJson(account),
  };
}

/**
 * Raises the caller's session to aal2 after a second proof (contract A4.3). Its refresh token has no parent, so no
 * earlier token leads to it. The method joins the session's sign-in methods, and the user's other sessions without a
 * second proof end.
 */
export async function raiseToSecondLevel(tx: Transaction<SignedInCall>, factorId: string, method: string) {
  const sessionId = tx.session?.id;
  if (!sessionId || !(await lockSession(tx, sessionId))) throw authError('session_not_found');
  await sessions.raiseSession(tx, { id: sessionId, factorId, method });
  const userId = tx.account.user.id;
  const token = newRefreshToken();
  await revokeTokens(tx, sessionId);
  await insertFirstToken(tx, { token, userId, sessionId });
  await sessions.deleteLowerSessions(tx, userId, sessionId);
  const account = await getAccount(tx, userId);
  const session = (await sessions.findSession(tx, sessionId))!;
  return sessionJson(tx, account, session, await sessions.sessionAmr(tx, sessionId), token);
}
