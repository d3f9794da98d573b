import { z } from 'zod';
import { sendNoticeLater } from '../../accounts/mail/send-mail.ts';
import { lockAccount } from '../../accounts/store/accounts.store.ts';
import { audit } from '../../kernel/audit.ts';
import { type SignedInCall, bodyOf, hashInTurn, presentTime } from '../../kernel/call.ts';
import { AuthError, validationFailed } from '../../kernel/errors.ts';
import { countingFailures } from '../../kernel/limits/limited-verification.ts';
import { type SessionJson, raiseToSecondLevel } from '../../sessions/issue-session.ts';
import { requireSwitchedOn, attemptsKey, refuseAnonymous } from '../target-factor.ts';
import { lockFactor } from '../factors.store.ts';
import { isCodeOf } from './code-hashes.ts';
import { RECOVERY_METHOD, canonicalCode, isRecoveryCode } from './recovery-code.rules.ts';
import { findCodeSet, spendCode, unspentCodes } from './recovery-codes.store.ts';

const schema = z.looseObject({ code: z.string().nullish() });

/**
 * POST /factors/recovery-codes/verify `{code}` returns a Session at aal2. A code works once. Wrong ones count
 * together with those of all second factors of the account (contract A4.9).
 */
export async function recoveryCodeVerify(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  requireSwitchedOn(call, 'recovery_code', 'verify');
  const code = canonicalCode(bodyOf(call, schema).code ?? '');
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
  const { database } = call.auth;
  const userId = call.account.user.id;
  const found = await findUnspent(call, code);
  if (!found) throw wrongCode();
  return database.transaction(async (query) => {
    await lockAccount(query, userId);
    const set = await findCodeSet(query, userId);
    if (!set || !(await lockFactor(query, userId, set.factorId))) throw wrongCode();
    if (!(await spendCode(query, found, presentTime(call)))) throw wrongCode();
    const traits = { factor_id: set.factorId, remaining: set.remaining - 1 };
    await audit(call, query, 'recovery_codes_verified', userId, traits);
    return raiseToSecondLevel(call, query, set.factorId, RECOVERY_METHOD);
  });
}

/** The id of the unspent code that was given. */
async function findUnspent(call: SignedInCall, code: string): Promise<string | null> {
  if (!isRecoveryCode(code)) return null;
  for (const { id, code_hash } of await unspentCodes(call.auth.database.query, call.account.user.id)) {
    if (await hashInTurn(call, () => isCodeOf(code, code_hash))) return id;
  }
  return null;
}

const wrongCode = (): AuthError =>
  new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');

const locked = ({ extra }: AuthError): AuthError =>
  new AuthError(
    429,
    'mfa_recovery_codes_locked',
    'Too many failed verification attempts, try again later',
    extra,
  );
