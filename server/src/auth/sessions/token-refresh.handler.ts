import { z } from 'zod';
import type { Batches } from '../../database/database.ts';
import { type Handler, bodyOf, clientOf, presentTime } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { isBanned } from '../kernel/entities/account.rules.ts';
import { rotationStep } from './refresh-rotation.rules.ts';
import { isRefreshToken, newRefreshToken } from '../kernel/entities/secrets.rules.ts';
import { sessionEnd } from '../kernel/entities/session.rules.ts';
import { AuthError, authError, userBanned, validationFailed } from '../kernel/errors.ts';
import { type SessionJson, sessionJson } from './issue-session.ts';
import * as store from './store/refresh-tokens.store.ts';
import { deleteSessions } from './store/sessions.store.ts';

const schema = z.object({ refresh_token: z.string().nullish() });

/** Settings of a refresh's transaction. Uses of one session's tokens wait for each other, then fail with `55P03`. */
const settings = { lock_timeout: '5s' };

const refused = (code: 'session_not_found' | 'session_expired', reason: string) =>
  authError(code, { status: 400, message: `Invalid Refresh Token: ${reason}` });

/** POST /token?grant_type=refresh_token exchanges `{refresh_token}` for a Session (contract A2.2 and A2.3). */
export const tokenRefresh: Handler = async (call) => {
  const presented = bodyOf(call, schema).refresh_token ?? '';
  if (!isRefreshToken(presented)) throw validationFailed('Refresh token is not valid');
  const outcome = await transaction(call, (tx, batches) => refresh(tx, batches, presented), settings);
  // Thrown only now, so that what the refusal changed is committed.
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
};

async function refresh(tx: Transaction, batches: Batches, token: string): Promise<SessionJson | AuthError> {
  const facts = await store.holdRefreshFacts(batches, token);
  if (facts === undefined) return authError('refresh_token_not_found');
  if (facts === null) return refused('session_not_found', 'No Valid Session Found');
  if (isBanned(facts.user, tx.auth.clock.now())) return userBanned(400);
  const end = sessionEnd(facts.session, tx.auth.settings.sessions, tx.auth.clock.now());
  if (end) return refused('session_expired', end);

  const next = await nextToken(tx, batches, facts);
  if (next === null) return authError('refresh_token_already_used');
  return sessionJson(tx, facts, facts.session, facts.amr, next);
}

/** The refresh token to answer with, or null when the presented one is refused. */
async function nextToken(
  tx: Transaction,
  batches: Batches,
  { session, presented, active }: store.RefreshFacts,
): Promise<string | null> {
  const { enable_refresh_token_rotation: rotation, refresh_token_reuse_interval: reuseIntervalSeconds } =
    tx.auth.settings;
  // Later than the transaction's beginning, which may have waited for the session.
  const at = presentTime(tx);
  const refreshed = { sessionId: session.id, at, ...clientOf(tx) };
  const step = rotationStep(presented, active, { rotation, reuseIntervalSeconds }, at.getTime());
  if (step === 'repeat') {
    await store.finishRefresh(batches, refreshed);
    return active!.token;
  }
  if (step === 'rotate' || step === 'child') {
    const token = newRefreshToken();
    const { token: parent } = presented;
    await store.finishRotation(batches, refreshed, { token, parent, userId: session.user_id });
    return token;
  }
  if (step === 'end-session') {
    await deleteSessions(tx, session.user_id, { only: session.id });
    await audit(tx, 'token_revoked', session.user_id, { reason: 'reuse' });
  }
  return null;
}
