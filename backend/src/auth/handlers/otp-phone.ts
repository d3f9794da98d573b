import type { Call } from '../call.ts';
import { AuthError } from '../errors.ts';
import type { OtpBody } from './otp-body.ts';

/** POST /otp by phone (auth contract 1). */
export async function otpByPhone(_call: Call, _body: OtpBody): Promise<unknown> {
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
}
