import { z } from 'zod';
import { type Handler, type SignedInCall, bodyOf, uuidParameter } from '../kernel/call.ts';
import { type Transaction, audit, autocommit, transaction } from '../kernel/transaction.ts';
import { countingFailures } from '../kernel/limits/limited-verification.ts';
import { type FactorRow, isUuid, type FactorType } from '../kernel/entities/account.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { authError, insufficientAal } from '../kernel/errors.ts';
import { owesSecondFactor, isAtSecondLevel } from '../kernel/assurance.rules.ts';
import { factorKind } from './kinds/factor-kinds.ts';
import { raiseToSecondLevel } from '../sessions/issue-session.ts';
import { dropAddressChanges } from '../accounts/changes/drop-changes.ts';
import { deleteProviderFlows } from '../accounts/codes/flow-states.store.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { getAccount, lockAccount } from '../accounts/store/accounts.store.ts';
import * as store from './factors.store.ts';
import { attemptsKey, factorOf, lockedFactor, refuseAnonymous, requireSwitchedOn } from './target-factor.ts';
import { isJson, texts } from '../kernel/entities/json.rules.ts';
import { readBody } from '../kernel/request/json-body.ts';
import { lockCaller } from '../sessions/access.ts';
import { removeFactor } from './remove-factor.ts';
import { factorJson } from '../accounts/user-json.rules.ts';
import { lockedTarget, targetAccount } from '../accounts/target-account.ts';

const CHALLENGE_TTL_SECONDS = 300;

/** Milliseconds after which an unverified factor makes way for another try. */
const STALE_AFTER_MS = 300_000;

/** POST /factors/{factor_id}/challenge → `{id, type, expires_at}` (contract A4.2). */
export async function factorChallenge(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const sent = readBody(call.request.body);
  const body = isJson(sent) ? sent : {};
  const factor = factorOf(call);
  requireSwitchedOn(call, factor.factor_type, 'verify');
  const { answer, ...data } = await factorKind(factor.factor_type).challenge(call, factor, body);
  return transaction(call, async (tx) => {
    await lockedFactor(tx);
    const ip_address = tx.request.caller.address;
    const id = await store.insertChallenge(tx, { factor_id: factor.id, ip_address, ...data });
    await audit(tx, 'challenge_created', tx.account.user.id, { factor_id: factor.id });
    const expiresAt = Math.floor(tx.at.getTime() / 1_000) + CHALLENGE_TTL_SECONDS;
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
    () => transaction(call, (tx) => verify(tx, body)),
    'mfa_verification_failed',
  );
  if (isNew) sendNoticeLater(call, 'factor_added', call.account.user.email);
  return session;
}

async function verify(tx: Transaction<SignedInCall>, body: Verification) {
  // The account first: of two sessions that prove different factors at once, each would end the other.
  const account = await lockAccount(tx, tx.account.user.id);
  const factor = await lockedFactor(tx);
  const kind = factorKind(factor.factor_type);
  kind.requireProof(body);
  const challenge = await openChallenge(tx, factor, body.challenge_id ?? '');
  await kind.prove(tx, factor, challenge, body);

  const isNew = factor.status === 'unverified';
  // A factor that was begun by password alone, before another one was verified, is no way around that one.
  if (isNew && account && owesSecondFactor(tx, account)) throw insufficientAal('verify a new factor');
  await store.deleteChallenges(tx, factor.id);
  if (isNew) {
    await store.markFactorVerified(tx, factor);
    await deleteProviderFlows(tx, factor.user_id);
    await dropAddressChanges(tx, factor.user_id);
  }
  await audit(tx, isNew ? 'factor_updated' : 'verification_attempted', factor.user_id, {
    factor_id: factor.id,
    factor_type: factor.factor_type,
  });
  return { session: await raiseToSecondLevel(tx, factor.id, kind.method), isNew };
}

/** @throws AuthError 422 mfa_factor_not_found, mfa_ip_address_mismatch, mfa_challenge_expired */
async function openChallenge(tx: Transaction<SignedInCall>, factor: FactorRow, id: string) {
  const challenge = isUuid(id) ? await store.lockChallenge(tx, factor.id, id) : null;
  if (!challenge) {
    throw authError('mfa_factor_not_found', {
      status: 422,
      message: 'MFA factor with the provided challenge ID not found',
    });
  }
  if (challenge.ip_address !== tx.request.caller.address) {
    throw authError('mfa_ip_address_mismatch');
  }
  const end = instant(challenge.created_at) + CHALLENGE_TTL_SECONDS * 1_000;
  if (tx.auth.clock.now() > end) {
    throw authError('mfa_challenge_expired');
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
  return transaction(call, async (tx) => {
    await requireRoom(tx, friendlyName);
    const userId = tx.account.user.id;
    const factor = { user_id: userId, factor_type: type, friendly_name: friendlyName, ...columns };
    const id = await store.insertFactor(tx, factor);
    await audit(tx, 'factor_in_progress', userId, { factor_id: id, factor_type: type });
    return { id, type, friendly_name: friendlyName, ...answer };
  });
}

/**
 * Locks the account until the transaction ends.
 * @throws AuthError 403 insufficient_aal; 422 too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function requireRoom(tx: Transaction<SignedInCall>, friendlyName: string): Promise<void> {
  await lockCaller(tx);
  const userId = tx.account.user.id;
  await store.deleteStaleFactors(tx, userId, new Date(tx.auth.clock.now() - STALE_AFTER_MS));
  const account = await getAccount(tx, userId);
  if (owesSecondFactor(tx, account)) throw insufficientAal('enroll a new factor');
  if (account.factors.length >= tx.auth.settings.mfa.max_enrolled_factors) {
    throw authError('too_many_enrolled_mfa_factors');
  }
  if (account.factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    throw authError('mfa_factor_name_conflict', { message });
  }
}

/** DELETE /factors/{factor_id} → `{id}`, at aal2 for a verified one. The last takes recovery codes along (contract A4.5). */
export async function factorUnenroll(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const factor = await transaction(call, async (tx) => {
    // The account first, so that of two that go at once the second sees that the first is gone.
    await lockCaller(tx);
    const found = await lockedFactor(tx);
    if (found.status === 'verified' && !isAtSecondLevel(tx)) {
      throw insufficientAal('unenroll verified factor', 422);
    }
    await removeFactor(tx, found);
    await audit(tx, 'factor_unenrolled', found.user_id, { factor_id: found.id });
    return found;
  });
  if (factor.status === 'verified') sendNoticeLater(call, 'factor_removed', call.account.user.email);
  return { id: factor.id };
}

/** GET /admin/users/{user_id}/factors (contract A7.4). */
export const adminListFactors: Handler = async (call) =>
  (await targetAccount(autocommit(call))).factors.map(factorJson);

/** DELETE /admin/users/{user_id}/factors/{factor_id} → the factor that was removed (contract A7.4). */
export const adminDeleteFactor: Handler = async (call) =>
  transaction(call, async (tx) => {
    const { factors, user } = await lockedTarget(tx);
    const id = uuidParameter(tx, 'factor_id');
    const factor = factors.find((candidate) => candidate.id === id);
    if (!factor) throw authError('mfa_factor_not_found');
    await removeFactor(tx, factor);
    await audit(tx, 'factor_deleted', user.id, { by: 'service_role', factor_id: id });
    return factorJson(factor);
  });
