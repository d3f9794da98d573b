import type { Call } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';
import { ProviderFailure } from './providers/external-provider.ts';

/**
 * A provider that does not answer is not the caller's mistake: they may try again, the reason goes to our log.
 * @throws AuthError 503 unexpected_failure; whatever else was thrown
 */
export function refuseUnreachable(call: Call, error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  call.request.log.warn({ err: error }, 'an identity provider could not be asked');
  throw new AuthError(503, 'unexpected_failure', 'The identity provider cannot be reached');
}
