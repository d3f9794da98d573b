import { createHash } from 'node:crypto';

export interface AuthorizationRequest {
  /** The `state` parameter, which names our flow. */
  readonly state: string;
  /** Our verifier for the provider's PKCE (RFC 7636). It never leaves the server before the exchange. */
  readonly codeVerifier: string;
  /** In addition to those we need, separated by spaces. */
  readonly scopes: string;
  /** Further parameters of the request, as the client wants them. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Parameters of /authorize that are for this server and do not travel to the provider. */
const forServer = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'invite_token',
  'apikey',
]);

/** Parameters of the provider's address that this server alone sets. */
const setByServer = new Set([
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

const without = (names: ReadonlySet<string>, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));

/** With `prompt=none` a provider would show its user nothing of a link to come. */
const forSignInOnly = new Set(['prompt']);

/** The parameters of /authorize that the client wants passed on to the provider. */
export function parametersForProvider(query: Readonly<Record<string, string>>, isLink: boolean) {
  const wanted = without(forServer, query);
  return isLink ? without(forSignInOnly, wanted) : wanted;
}

/** Scopes each once, the required ones first. */
export const joinScopes = (required: readonly string[], requested: string): string =>
  [...new Set([...required, ...requested.split(/[\s,]+/).filter(Boolean)])].join(' ');

/**
 * Returns the parameters of the provider's address. The client's never replace the server's. `scopes` are those that
 * the sign-in needs, and only OpenID Connect has a nonce.
 */
export const authorizationParameters = (
  { extra, scopes: requested, state, codeVerifier }: AuthorizationRequest,
  scopes: readonly string[],
  own: { readonly redirect_uri: string; readonly nonce?: string },
): Record<string, string> => ({
  ...without(setByServer, extra),
  ...own,
  scope: joinScopes(scopes, requested),
  state,
  code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  code_challenge_method: 'S256',
});
