import { type Call, type Handler, bodyOf, spendAsCaller } from '../kernel/call.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { challengeOf } from '../accounts/codes/code-body.ts';
import { signupAnonymous } from './signup-anonymous.ts';
import { signupByEmail } from './signup-email.ts';
import { signupByPhone } from './signup-phone.ts';
import { type SignupBody, signupBody } from './signup-body.ts';

/** POST /signup: by e-mail, by phone, or anonymously (contract A1.1, A1.2 and A1.3). */
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
  await spendAsCaller(call, limit);
}
