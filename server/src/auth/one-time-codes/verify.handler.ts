import { z } from 'zod';
import { type Call, type Handler, bodyOf, queryOf, redirectOf } from '../kernel/call.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { auditingFailures, countingFailures } from '../kernel/limits/limited-verification.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { isPhoneVerification, verifications } from '../accounts/codes/one-time-code.rules.ts';
import { AuthError, authError, validationFailed, otpExpired } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { liftPasswordLock } from '../sessions/password-attempts.ts';
import { type Claim, redeemCode, type Redeemed, isPkceHash } from './redeem-code.ts';
import * as redirect from '../sessions/deliver-session.ts';
import { issueAuthCode, lockLatestFlowState } from '../accounts/codes/flow-states.store.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const AWAITS_OTHER = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
const LINK_EXPIRED = 'Email link is invalid or has expired';

const schema = z.object(texts('type', 'token', 'token_hash', 'email', 'phone', 'redirect_to'));
type Body = z.infer<typeof schema>;

/** POST /verify exchanges a code with its address, or a link's hash alone, for a Session (contract A1.7). */
export const verifyPost: Handler = async (call) => {
  const body = bodyOf(call, schema);
  const { type } = body;
  if (!type) throw validationFailed('Verify requires a verification type');
  if (!Object.hasOwn(verifications, type)) throw validationFailed('Unsupported verification type');
  if (!body.token && !body.token_hash) {
    throw validationFailed('Verify requires either a token or a token hash');
  }
  if (body.token_hash) return verifyHash(call, type, body);
  return verifyCode(call, type, body);
};

async function verifyHash(call: Call, type: string, body: Body): Promise<unknown> {
  if (body.email || body.phone || body.redirect_to) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  refusePhoneType(type);
  const proof = { link: body.token_hash! };
  return auditingFailures(call, () => redeem(call, { type, proof, refusal: LINK_EXPIRED }));
}

/**
 * Only mailed links carry a hash, which proves an address and never a number.
 * @throws AuthError 400 validation_failed
 */
function refusePhoneType(type: string): void {
  if (isPhoneVerification(type)) throw validationFailed('Invalid email verification type');
}

async function verifyCode(call: Call, type: string, body: Body): Promise<unknown> {
  if (Boolean(body.email) === Boolean(body.phone)) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  if (isPhoneVerification(type) !== Boolean(body.phone)) {
    throw validationFailed(
      `Verifying ${type} requires ${body.phone ? 'an email address' : 'a phone number'}`,
    );
  }
  const address = body.phone ? parsePhone(body.phone) : emailOf(body.email!);
  const code = body.token!.trim();
  return countingFailures(call, address, () => redeem(call, { type, proof: { address, code } }));
}

function emailOf(text: string): string {
  try {
    return parseEmail(text);
  } catch {
    throw authError('validation_failed', { status: 422, message: 'Invalid email format' });
  }
}

const redeem = (call: Call, claim: Claim): Promise<unknown> =>
  redeemFor(call, claim, async (tx, { awaitsOther, account }) =>
    awaitsOther ? { msg: AWAITS_OTHER, code: '200' } : issueSession(tx, account, 'otp'),
  );

/** Redeems a code and answers in the same transaction. */
async function redeemFor<Answer>(
  call: Call,
  claim: Claim,
  answer: (tx: Transaction, redeemed: Redeemed) => Promise<Answer>,
): Promise<Answer> {
  const [{ isRecovery, account }, answered] = await transaction(call, async (tx) => {
    const redeemed = await redeemCode(tx, claim);
    return [redeemed, await answer(tx, redeemed)] as const;
  });
  if (isRecovery) await liftPasswordLock(call, account.user);
  return answered;
}

/**
 * GET /verify `?token=<hash>&type=&redirect_to=` opens a link of a mail. It redirects (303) to the target with the
 * session in the fragment, or with a code in the query where the flow began with a challenge (contract A1.8).
 */
export const verifyGet: Handler = async (call) => {
  const hash = queryOf(call, 'token') || queryOf(call, 'token_hash');
  const type = queryOf(call, 'type');
  if (!type) throw validationFailed('Verify requires a verification type');
  if (!hash) throw validationFailed('Verify requires a token or a token hash');
  if (!Object.hasOwn(verifications, type)) throw validationFailed('Unsupported verification type');
  refusePhoneType(type);
  const target = redirectOf(call);
  const link = { type, proof: { link: hash }, refusal: LINK_EXPIRED };
  const location = await auditingFailures(call, () =>
    redeemFor(call, link, (tx, redeemed) => landing(tx, { hash, type, target }, redeemed)),
  ).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    return redirect.withError(target, error, isPkceHash(hash));
  });
  call.reply.header('Referrer-Policy', 'no-referrer');
  call.reply.redirect(location, 303);
};

/** HEAD /verify, as link checkers send it, returns the same for every link and uses none. */
export const verifyHead: Handler = async () => undefined;

/** Returns the browser's destination with the result of the redeemed link. */
async function landing(
  tx: Transaction,
  { hash, type, target }: Record<'hash' | 'type' | 'target', string>,
  redeemed: Redeemed,
): Promise<string> {
  const { account, awaitsOther, method } = redeemed;
  const isPkce = isPkceHash(hash);
  if (awaitsOther) return redirect.withMessage(target, AWAITS_OTHER, isPkce);
  if (!isPkce) return redirect.withSession(target, await issueSession(tx, account, 'otp'), type);
  const flow = await lockLatestFlowState(tx, account.user.id, method);
  if (!flow) throw otpExpired(LINK_EXPIRED);
  const code = await issueAuthCode(tx, flow.id, { userId: account.user.id });
  return redirect.withCode(target, code);
}
