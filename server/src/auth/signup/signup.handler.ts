import { type Call, type Handler, bodyOf, consumeCallerLimit, presentTime } from '../kernel/call.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { challengeOf } from '../accounts/codes/code-challenge.rules.ts';
import { signupByEmail } from './signup-email.ts';
import { signupByPhone } from './signup-phone.ts';
import { type SignupBody, signupBody } from './signup-body.ts';
import { audit } from '../kernel/audit.ts';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { getAccount } from '../accounts/store/accounts.store.ts';
import { insertUser } from '../accounts/store/users.store.ts';

/** POST /signup by e-mail, by phone, or anonymously (contract A1.1, A1.2 and A1.3). */
export const signup: Handler = async (call) => {
  const body = bodyOf(call, signupBody);
  if (!call.auth.settings.enable_signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await spendAllowance(call, body);
  if (!body.email && !body.phone) return signupAnonymous(call, body.data ?? {});
  if (body.email && body.phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (!body.password) throw validationFailed('Signup requires a valid password');
  if (body.phone) return signupByPhone(call, body);
  return signupByEmail(call, body, challengeOf(body));
};

async function spendAllowance(call: Call, { email, phone }: SignupBody): Promise<void> {
  const limit = email || phone ? 'sign_in_sign_ups' : 'anonymous_users';
  await consumeCallerLimit(call, limit);
}

/** POST /signup with neither address nor number creates an anonymous account and its session (contract A1.3). */
async function signupAnonymous(call: Call, data: Metadata): Promise<unknown> {
  if (!call.auth.settings.enable_anonymous_sign_ins) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  return call.auth.database.transaction(async (query) => {
    const user = { raw_app_meta_data: {}, raw_user_meta_data: data, is_anonymous: true };
    const id = await insertUser(query, user, presentTime(call));
    await audit(call, query, 'user_signedup', id, { provider: 'anonymous' });
    return issueSession(call, query, await getAccount(query, id), 'anonymous');
  });
}
