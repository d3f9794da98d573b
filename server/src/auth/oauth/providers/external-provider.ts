import type { ProviderProfile } from '../../accounts/external/provider-profile.rules.ts';

/** What we ask of a provider when we send a user there. */
interface AuthorizationRequest {
  /** The `state` parameter; names our flow. */
  readonly state: string;
  /** Ours, for the provider's PKCE (RFC 7636); never leaves the server before the exchange. */
  readonly codeVerifier: string;
  /** In addition to those we need, separated by spaces. */
  readonly scopes: string;
  /** Further parameters of the request, as the client wants them. */
  readonly extra: Readonly<Record<string, string>>;
}

/** What comes back when the user agreed. */
export interface ProviderGrant {
  readonly profile: ProviderProfile;
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

/** A service of others at which users can sign in. */
export interface ExternalProvider {
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /**
   * Exchanges the code of the callback for tokens and the user’s profile.
   * @param callback the address called back, with `code`, `state` and what else the provider added
   * @throws ProviderFailure
   */
  exchange(callback: URL, request: { state: string; codeVerifier: string }): Promise<ProviderGrant>;
}

/** A provider failed; the message is for our log, never for an answer. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';
}

/** How long we wait for a provider. */
export const PROVIDER_TIMEOUT_SECONDS = 10;

/** Parameters of the authorization request that are ours alone to set. */
const ours = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'nonce',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
]);

/** The client's further parameters without those that are ours. */
export function foreignParameters(extra: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !ours.has(name)));
}

/** Scopes each once, ours first. */
export function joinScopes(ours: readonly string[], asked: string): string {
  return [...new Set([...ours, ...asked.split(/[\s,]+/).filter(Boolean)])].join(' ');
}
