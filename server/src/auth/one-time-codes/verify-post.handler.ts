import { z } from 'zod';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { auditingFailures, countingFailures } from '../kernel/limits/limited-verification.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { isPhoneVerification, verifications } from '../accounts/codes/one-time-code.rules.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { liftPasswordLock } from '../sessions/password-attempts.ts';
import { type Claim, redeemCode } from './redeem-code.ts';

export const AWAITS_OTHER =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';
export const LINK_EXPIRED = 'Email link is invalid or has expired';

const schema = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  redirect_to: z.string().nullish(),
});
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
export function refusePhoneType(type: string): void {
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
  const refusal = 'Token has expired or is invalid';
  return countingFailures(call, address, () => redeem(call, { type, proof: { address, code }, refusal }));
}

function emailOf(text: string): string {
  try {
    return parseEmail(text);
  } catch {
    throw new AuthError(422, 'validation_failed', 'Invalid email format');
  }
}

async function redeem(call: Call, claim: Claim): Promise<unknown> {
  const { redeemed, answer } = await call.auth.database.transaction(async (query) => {
    const found = await redeemCode(call, query, claim);
    const done = found.awaitsOther
      ? { msg: AWAITS_OTHER, code: '200' }
      : await issueSession(call, query, found.account, 'otp');
    return { redeemed: found, answer: done };
  });
  if (redeemed.isRecovery) await liftPasswordLock(call, redeemed.account.user);
  return answer;
}
