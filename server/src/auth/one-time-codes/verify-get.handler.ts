import type { Query } from '../../database/database.ts';
import { type Call, type Handler, presentTime, queryOf } from '../kernel/call.ts';
import { auditingFailures } from '../kernel/limits/limited-verification.ts';
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
} from '../sessions/deliver-session.ts';
import { verifications } from '../accounts/codes/one-time-code.rules.ts';
import { AuthError, otpExpired, validationFailed } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { liftPasswordLock } from '../sessions/password-attempts.ts';
import { type Redeemed, isPkceHash, redeemCode } from './redeem-code.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import { issueAuthCode, lockLatestFlowState } from '../accounts/codes/flow-states.store.ts';
import { AWAITS_OTHER, LINK_EXPIRED, refusePhoneType } from './verify-post.handler.ts';

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
  const location = await follow(call, { hash, type, target }).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    return redirectWithError(target, error, isPkceHash(hash));
  });
  call.reply.header('Referrer-Policy', 'no-referrer');
  await call.reply.redirect(location, 303);
  return undefined;
};

/** HEAD /verify, as link checkers send it, returns the same for every link and uses none. */
export const verifyHead: Handler = async () => undefined;

interface Link {
  readonly hash: string;
  readonly type: string;
  readonly target: string;
}

async function follow(call: Call, { hash, type, target }: Link): Promise<string> {
  const claim = { type, proof: { link: hash }, refusal: LINK_EXPIRED };
  const { redeemed, location } = await auditingFailures(call, () =>
    call.auth.database.transaction(async (query) => {
      const found = await redeemCode(call, query, claim);
      return { redeemed: found, location: await landing(call, query, { hash, type, target }, found) };
    }),
  );
  if (redeemed.isRecovery) await liftPasswordLock(call, redeemed.account.user);
  return location;
}

/** Returns the browser's destination with the result of the redeemed link. */
async function landing(call: Call, query: Query, link: Link, redeemed: Redeemed): Promise<string> {
  const { target, type } = link;
  const { account, awaitsOther, method } = redeemed;
  const isPkce = isPkceHash(link.hash);
  if (awaitsOther) return redirectWithMessage(target, AWAITS_OTHER, isPkce);
  if (!isPkce) return redirectWithSession(target, await issueSession(call, query, account, 'otp'), type);
  const flow = await lockLatestFlowState(query, account.user.id, method);
  if (!flow) throw otpExpired(LINK_EXPIRED);
  const code = await issueAuthCode(query, flow.id, { userId: account.user.id, at: presentTime(call) });
  return redirectWithCode(target, code);
}
