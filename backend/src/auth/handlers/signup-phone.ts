import type { Call } from '../call.ts';
import { AuthError } from '../errors.ts';
import type { SignupBody } from './signup-body.ts';

/** POST /signup by phone (auth contract 1). */
export async function signupByPhone(_call: Call, _body: SignupBody): Promise<unknown> {
  throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
}
