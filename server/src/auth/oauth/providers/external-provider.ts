import type { AuthorizationRequest } from './authorization-request.rules.ts';
import type { ProviderProfile } from '../../accounts/external/provider-profile.rules.ts';
import type { Call } from '../../kernel/call.ts';
import { authError, messageOf } from '../../kernel/errors.ts';

/** The result of the user's consent. */
export interface ProviderGrant {
  readonly profile: ProviderProfile;
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

/** An external service at which users can sign in. */
export interface ExternalProvider {
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * Exchanges the code of the callback for tokens and the user’s profile.
   * @param callback the address called back, with `code`, `state` and what else the provider added
   * @throws ProviderFailure
   */
  exchange(callback: URL, request: { state: string; codeVerifier: string }): Promise<ProviderGrant>;
}

/** A provider failed. The message is for our log, never for an answer. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
}

/** @throws ProviderFailure with what the library's error says */
export function providerFailed(error: unknown): never {
  throw new ProviderFailure(messageOf(error), { cause: error });
}

export const PROVIDER_TIMEOUT_SECONDS = 10;

/** Returns a function that runs `load` once, on first use. A failure is retried. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}

/**
 * Answers when a provider cannot be reached. The request may be repeated, the reason goes to our log.
 * @throws AuthError 503 unexpected_failure for a ProviderFailure; any other error as it is
 */
export function refuseUnreachable(call: Call, error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  call.request.log.warn({ err: error }, 'an identity provider could not be asked');
  throw authError('unexpected_failure', { status: 503, message: 'The identity provider cannot be reached' });
}
