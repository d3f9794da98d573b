import { z } from 'zod';
import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import { type SignedInCall, bodyOf, presentTime, type Handler, uuidParameter } from '../kernel/call.ts';
import { countingFailures } from '../kernel/limits/limited-verification.ts';
import { type FactorRow, isUuid, type FactorType } from '../kernel/entities/account.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { AuthError, insufficientAal, userNotFound } from '../kernel/errors.ts';
import { owesSecondFactor, isAtSecondLevel } from '../kernel/assurance.rules.ts';
import { factorKind, methodOf } from './kinds/factor-kinds.ts';
import { type SessionJson, raiseToSecondLevel } from '../sessions/issue-session.ts';
import { deleteProviderFlows } from '../accounts/codes/flow-states.store.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { findAccount, lockAccount } from '../accounts/store/accounts.store.ts';
import { type ChallengeRow, deleteChallenges, lockChallenge, insertChallenge } from './challenges.store.ts';
import { markFactorVerified, deleteStaleFactors, insertFactor, deleteFactor } from './factors.store.ts';
import { attemptsKey, lockedFactor, refuseAnonymous, requireSwitchedOn } from './target-factor.ts';
import { isJson, texts } from '../kernel/entities/json.rules.ts';
import { readBody } from '../kernel/request/json-body.ts';
import { lowerSessionsOf } from '../sessions/store/session-levels.store.ts';
import { removeLoneCodes } from './recovery/remove-codes.ts';
import { factorJson } from '../accounts/user-json.rules.ts';
import { lockedTarget, targetAccount } from '../accounts/target-account.ts';

/** The lifetime of a challenge. */
const CHALLENGE_TTL_SECONDS = 300;

/** Milliseconds after which an unverified factor makes way for another try. */
const STALE_AFTER_MS = 300_000;

/** POST /factors/{factor_id}/challenge → `{id, type, expires_at}` (contract A4.2). */
export async function factorChallenge(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const sent = readBody(call.request.body);
  const body = isJson(sent) ? sent : {};
  return call.auth.database.transaction(async (query) => {
    const factor = await lockedFactor(call, query);
    const kind = factorKind(factor.factor_type);
    requireSwitchedOn(call, factor.factor_type, 'verify');
    const at = presentTime(call);
    const { answer, ...kept } = await kind.challenge(call, query, factor, body);
    const ip_address = call.request.caller.address;
    const id = await insertChallenge(query, { factor_id: factor.id, ip_address, ...kept }, at);
    await audit(call, query, 'challenge_created', call.account.user.id, { factor_id: factor.id });
    const expiresAt = Math.floor(at.getTime() / 1_000) + CHALLENGE_TTL_SECONDS;
    return { id, type: factor.factor_type, expires_at: expiresAt, ...answer };
  });
}

const verification = z.looseObject(texts('challenge_id'));
type Verification = z.infer<typeof verification>;

/**
 * POST /factors/{factor_id}/verify `{challenge_id, code}` returns a Session at aal2. A wrong code leaves the
 * challenge unchanged, a right one works once (contract A4.3).
 */
export async function factorVerify(call: SignedInCall): Promise<unknown> {
  const body = bodyOf(call, verification);
  refuseAnonymous(call);
  const { session, isNew } = await countingFailures(
    call,
    attemptsKey(call),
    () => call.auth.database.transaction((query) => verify(call, query, body)),
    'mfa_verification_failed',
  );
  if (isNew) sendNoticeLater(call, 'factor_added', call.account.user.email);
  return session;
}

async function verify(
  call: SignedInCall,
  query: Query,
  body: Verification,
): Promise<{ session: SessionJson; isNew: boolean }> {
  // The account first: of two sessions that prove different factors at once, each would end the other.
  await lockAccount(query, call.account.user.id);
  const factor = await lockedFactor(call, query);
  const kind = factorKind(factor.factor_type);
  kind.requireProof(body);
  const challenge = await openChallenge(call, query, factor, body.challenge_id ?? '');
  await kind.prove(call, query, factor, challenge, body);

  const at = presentTime(call);
  const isNew = factor.status === 'unverified';
  if (isNew) await refuseBesideVerified(call, query);
  await deleteChallenges(query, factor.id);
  if (isNew) {
    await markFactorVerified(query, factor, at);
    await deleteProviderFlows(query, factor.user_id);
  }
  await audit(call, query, isNew ? 'factor_updated' : 'verification_attempted', factor.user_id, {
    factor_id: factor.id,
    factor_type: factor.factor_type,
  });
  return { session: await raiseToSecondLevel(call, query, factor.id, kind.method), isNew };
}

/**
 * A factor that was begun by password alone, before another one was verified, is no way around that one.
 * @throws AuthError 403 insufficient_aal
 */
async function refuseBesideVerified(call: SignedInCall, query: Query): Promise<void> {
  const account = await findAccount(query, call.account.user.id);
  if (account && owesSecondFactor(call, account)) throw insufficientAal('verify a new factor');
}

/** @throws AuthError 422 mfa_factor_not_found, mfa_ip_address_mismatch, mfa_challenge_expired */
async function openChallenge(
  call: SignedInCall,
  query: Query,
  factor: FactorRow,
  id: string,
): Promise<ChallengeRow> {
  const challenge = isUuid(id) ? await lockChallenge(query, factor.id, id) : null;
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.ip_address !== call.request.caller.address) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  const end = instant(challenge.created_at) + CHALLENGE_TTL_SECONDS * 1_000;
  if (call.auth.clock.now() > end) {
    const message = 'MFA challenge has expired, verify against another challenge or create a new challenge.';
    throw new AuthError(422, 'mfa_challenge_expired', message);
  }
  return challenge;
}

const enrolment = z.looseObject({ ...texts('factor_type'), friendly_name: z.string().max(100).nullish() });

/** POST /factors `{factor_type, friendly_name?, …}` returns the new, unverified factor (contract A4.1). */
export async function factorEnroll(call: SignedInCall): Promise<unknown> {
  const body = bodyOf(call, enrolment);
  const kind = factorKind(body.factor_type ?? '');
  const type = body.factor_type as FactorType;
  refuseAnonymous(call);
  requireSwitchedOn(call, type, 'enroll');
  const friendlyName = body.friendly_name?.trim() ?? '';
  const { answer, ...columns } = await kind.enroll(call, body);
  return call.auth.database.transaction(async (query) => {
    await requireRoom(call, query, friendlyName);
    const userId = call.account.user.id;
    const at = presentTime(call);
    const factor = { user_id: userId, factor_type: type, friendly_name: friendlyName, ...columns };
    const id = await insertFactor(query, factor, at);
    await audit(call, query, 'factor_in_progress', userId, { factor_id: id, factor_type: type });
    return { id, type, friendly_name: friendlyName, ...answer };
  });
}

/**
 * Locks the account until the transaction ends.
 * @throws AuthError 403 insufficient_aal; 422 too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function requireRoom(call: SignedInCall, query: Query, friendlyName: string): Promise<void> {
  const userId = call.account.user.id;
  const stale = new Date(call.auth.clock.now() - STALE_AFTER_MS);
  await deleteStaleFactors(query, userId, stale);
  const account = await lockAccount(query, userId);
  if (!account) throw userNotFound();
  if (owesSecondFactor(call, account)) throw insufficientAal('enroll a new factor');
  if (account.factors.length >= call.auth.settings.mfa.max_enrolled_factors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (account.factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw new AuthError(422, 'mfa_factor_name_conflict', message);
  }
}

/** DELETE /factors/{factor_id} → `{id}`, at aal2 for a verified one. The last takes recovery codes along (contract A4.5). */
export async function factorUnenroll(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const factor = await call.auth.database.transaction(async (query) => {
    // The account first, so that of two that go at once the second sees that the first is gone.
    await lockAccount(query, call.account.user.id);
    const found = await lockedFactor(call, query);
    if (found.status === 'verified' && !isAtSecondLevel(call)) {
      throw insufficientAal('unenroll verified factor', 422);
    }
    await lowerSessionsOf(query, found.id, methodOf(found.factor_type));
    await deleteFactor(query, found.id);
    await removeLoneCodes(query, found.user_id);
    await audit(call, query, 'factor_unenrolled', found.user_id, { factor_id: found.id });
    return found;
  });
  if (factor.status === 'verified') sendNoticeLater(call, 'factor_removed', call.account.user.email);
  return { id: factor.id };
}

/** GET /admin/users/{user_id}/factors (contract A7.4). */
export const adminListFactors: Handler = async (call) =>
  (await targetAccount(call, call.auth.database.query)).factors.map(factorJson);

/** DELETE /admin/users/{user_id}/factors/{factor_id} → the factor that was removed (contract A7.4). */
export const adminDeleteFactor: Handler = async (call) =>
  call.auth.database.transaction(async (query) => {
    const { factors, user } = await lockedTarget(call, query);
    const id = uuidParameter(call, 'factor_id');
    const factor = factors.find((candidate) => candidate.id === id);
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await lowerSessionsOf(query, id, methodOf(factor.factor_type));
    await deleteFactor(query, id);
    await removeLoneCodes(query, user.id);
    await audit(call, query, 'factor_deleted', user.id, { by: 'service_role', factor_id: id });
    return factorJson(factor);
  });
