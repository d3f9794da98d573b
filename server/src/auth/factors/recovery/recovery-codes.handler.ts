import { lockCaller } from '../../sessions/access.ts';
import { z } from 'zod';
import { sendNoticeLater } from '../../accounts/mail/send-mail.ts';
import { lockAccount } from '../../accounts/store/accounts.store.ts';
import { isAtSecondLevel } from '../../kernel/assurance.rules.ts';
import { type SignedInCall, hashInTurn, optionalBodyOf, bodyOf } from '../../kernel/call.ts';
import { type Transaction, audit, transaction } from '../../kernel/transaction.ts';
import type { FactorRow } from '../../kernel/entities/account.rules.ts';
import { AuthError, authError, insufficientAal, validationFailed } from '../../kernel/errors.ts';
import { factorSwitches } from '../../kernel/settings.ts';
import { requireRoom } from '../factors.handler.ts';
import { requireSwitchedOn, refuseAnonymous, attemptsKey } from '../target-factor.ts';
import { insertFactor, lockFactor } from '../factors.store.ts';
import { hashCode, isCodeOf } from './code-hashes.ts';
import * as rules from './recovery-code.rules.ts';
import { findCodeSet, replaceCodes, spendCode, unspentCodes } from './recovery-codes.store.ts';
import { removeFactor } from '../remove-factor.ts';
import { countingFailures } from '../../kernel/limits/limited-verification.ts';
import { type SessionJson, raiseToSecondLevel } from '../../sessions/issue-session.ts';

const TYPE = 'recovery_code';
const DEFAULT_NAME = 'Recovery codes';

const schema = z.looseObject({ friendly_name: z.string().max(100).nullish() });

/** GET /factors/recovery-codes → `{id, type, total, remaining}`, never a code (contract A4.8). */
export async function recoveryCodesStatus(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const set = await findCodeSet(call.auth.database, call.account.user.id);
  if (!set) throw notEnrolled();
  return { id: set.factorId, type: TYPE, total: set.total, remaining: set.remaining };
}

/** POST /factors/recovery-codes `{friendly_name?}` creates the codes and returns them once (contract A4.8). */
export async function recoveryCodesGenerate(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  requireSwitchedOn(call, TYPE, 'enroll');
  const friendlyName = optionalBodyOf(call, schema)?.friendly_name?.trim() || DEFAULT_NAME;
  requireSecondLevel(call, 'generate');
  const { codes, hashes } = await newSet(call);
  const id = await transaction(call, async (tx) => {
    const userId = tx.account.user.id;
    const { account } = await lockCaller(tx);
    await requireFirstSet(tx, account.factors);
    await requireRoom(tx, friendlyName);
    const named = { user_id: userId, factor_type: TYPE, friendly_name: friendlyName } as const;
    const factorId = await insertFactor(tx, { ...named, status: 'verified' });
    await replaceCodes(tx, { userId, factorId, hashes });
    await audit(tx, 'recovery_codes_generated', userId, { factor_id: factorId, count: codes.length });
    return factorId;
  });
  sendNoticeLater(call, 'recovery_codes_made', call.account.user.email);
  return { id, type: TYPE, friendly_name: friendlyName, total: codes.length, codes };
}

/** POST /factors/recovery-codes/regenerate replaces the codes and returns the new ones once (contract A4.8). */
export async function recoveryCodesRegenerate(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  requireSwitchedOn(call, TYPE, 'enroll');
  requireSecondLevel(call, 'regenerate');
  if (!ownCodes(call)) throw notEnrolled();
  const { codes, hashes } = await newSet(call);
  const factor = await transaction(call, async (tx) => {
    const { id: factorId, friendly_name } = await lockedCodes(tx);
    const userId = tx.account.user.id;
    await replaceCodes(tx, { userId, factorId, hashes });
    await audit(tx, 'recovery_codes_regenerated', userId, { factor_id: factorId, count: codes.length });
    return { id: factorId, friendly_name };
  });
  sendNoticeLater(call, 'recovery_codes_renewed', call.account.user.email);
  return { id: factor.id, type: TYPE, friendly_name: factor.friendly_name, total: codes.length, codes };
}

/** DELETE /factors/recovery-codes → `{id}` (contract A4.8). */
export async function recoveryCodesDelete(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  requireSecondLevel(call, 'delete');
  const id = await transaction(call, async (tx) => {
    const factor = await lockedCodes(tx);
    await removeFactor(tx, factor);
    await audit(tx, 'recovery_codes_deleted', factor.user_id, { factor_id: factor.id });
    return factor.id;
  });
  sendNoticeLater(call, 'recovery_codes_removed', call.account.user.email);
  return { id };
}

async function newSet(call: SignedInCall): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = rules.newRecoveryCodes();
  const hashes = codes.map((code) => hashInTurn(call, () => hashCode(code)));
  return { codes, hashes: await Promise.all(hashes) };
}

/** @throws AuthError 403 insufficient_aal */
function requireSecondLevel(call: SignedInCall, what: string): void {
  if (!isAtSecondLevel(call)) throw insufficientAal(`${what} recovery codes`);
}

/** @throws AuthError 422 mfa_verified_factor_exists, mfa_recovery_codes_sole_factor */
async function requireFirstSet(tx: Transaction<SignedInCall>, factors: readonly FactorRow[]): Promise<void> {
  if (await findCodeSet(tx, tx.account.user.id)) {
    const message = 'Recovery codes are already enrolled for this user, use regenerate to rotate them';
    throw authError('mfa_verified_factor_exists', { message });
  }
  if (!factors.some((factor) => canBeUsed(tx, factor))) {
    throw authError('mfa_recovery_codes_sole_factor');
  }
}

const canBeUsed = (call: SignedInCall, { status, factor_type }: FactorRow): boolean =>
  status === 'verified' && factor_type !== TYPE && factorSwitches(call.auth.settings, factor_type).verify;

const ownCodes = (call: SignedInCall) => call.account.factors.find(({ factor_type }) => factor_type === TYPE);

/** The caller's factor of recovery codes, held until the transaction ends. @throws AuthError 404 mfa_factor_not_found */
async function lockedCodes(tx: Transaction<SignedInCall>): Promise<FactorRow> {
  await lockCaller(tx);
  const known = ownCodes(tx);
  const factor = known && (await lockFactor(tx, tx.account.user.id, known.id));
  if (!factor) throw notEnrolled();
  return factor;
}

const notEnrolled = (): AuthError =>
  authError('mfa_factor_not_found', { message: 'The user has not enrolled recovery codes' });

const codeBody = z.looseObject({ code: z.string().nullish() });

/**
 * POST /factors/recovery-codes/verify `{code}` returns a Session at aal2. A code works once. Wrong ones count
 * together with those of all second factors of the account (contract A4.9).
 */
export async function recoveryCodeVerify(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  requireSwitchedOn(call, 'recovery_code', 'verify');
  const code = rules.canonicalCode(bodyOf(call, codeBody).code ?? '');
  if (code === '') throw validationFailed('Code needs to be non-empty');
  let isTried = false;
  const attempt = () => {
    isTried = true;
    return redeem(call, code);
  };
  try {
    const session = await countingFailures(call, attemptsKey(call), attempt, 'mfa_verification_failed');
    sendNoticeLater(call, 'recovery_code_used', call.account.user.email);
    return session;
  } catch (error) {
    throw !isTried && error instanceof AuthError && error.status === 429 ? locked(error) : error;
  }
}

async function redeem(call: SignedInCall, code: string): Promise<SessionJson> {
  const userId = call.account.user.id;
  const found = await findUnspent(call, code);
  if (!found) throw wrongCode();
  return transaction(call, async (tx) => {
    await lockAccount(tx, userId);
    const set = await findCodeSet(tx, userId);
    if (!set || !(await lockFactor(tx, userId, set.factorId))) throw wrongCode();
    if (!(await spendCode(tx, found))) throw wrongCode();
    const traits = { factor_id: set.factorId, remaining: set.remaining - 1 };
    await audit(tx, 'recovery_codes_verified', userId, traits);
    return raiseToSecondLevel(tx, set.factorId, rules.RECOVERY_METHOD);
  });
}

/** The id of the unspent code that was given. */
async function findUnspent(call: SignedInCall, code: string): Promise<string | null> {
  if (!rules.isRecoveryCode(code)) return null;
  for (const { id, code_hash } of await unspentCodes(call.auth.database, call.account.user.id)) {
    if (await hashInTurn(call, () => isCodeOf(code, code_hash))) return id;
  }
  return null;
}

const wrongCode = () => authError('mfa_verification_failed', { message: 'Invalid recovery code entered' });

const locked = ({ extra }: AuthError): AuthError => authError('mfa_recovery_codes_locked', extra);
