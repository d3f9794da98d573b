import type { SignedInCall } from '../call.ts';
import { AuthError } from '../errors.ts';

/** GET /reauthenticate for an account known by its number only (auth contract 1). */
export async function reauthenticateByPhone(_call: SignedInCall): Promise<unknown> {
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
}
