import type { Call } from '../call.ts';
import { AuthError } from '../errors.ts';
import type { ResendBody } from './resend-body.ts';

/** POST /resend of a code by phone (auth contract 1). */
export async function resendToPhone(_call: Call, _body: ResendBody): Promise<unknown> {
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
}
