import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
// @ts-expect-error -- its types leave this out
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';

/** An account at the issuer. */
export interface IssuerPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly picture?: string;
}

export interface TokenOptions {
  /** Replaces or (undefined) removes claims of an honest token. */
  readonly claims?: JWTPayload;
  /** Signs with a key that is not published. */
  readonly forged?: boolean;
  /** Seconds from now, negative for an expired token. */
  readonly expiresIn?: number;
}

export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>;

const CLIENT_ID = 'solostead-under-test';
const CLIENT_SECRET = 'a-secret-between-issuer-and-client';
const KEY_ID = 'issuer-key';

/**
 * Starts a real OpenID provider (`oidc-provider`, certified) on loopback with discovery, code flow with PKCE, and
 * userinfo. The test chooses the person instead of a login page. Everything else, refusals included, is the
 * library's.
 */
export async function startOidcIssuer() {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const otherKeys = await generateKeyPair('RS256');
  const people = new Map<string, IssuerPerson>();
  let next: IssuerPerson | null = null;
  let fetches = 0;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: [randomUUID()] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  };
  // A new client is a new provider, because its clients are fixed.
  const providerFor = (redirect: string) =>
    new Provider(url, { ...configuration, clients: [clientOf(redirect)] });
  let provider = providerFor('http://127.0.0.1/');
  server.on('request', (request, response) => {
    if (request.url === '/jwks') fetches += 1;
    if (request.url?.startsWith('/interaction/')) void finishInteraction(provider, next, request, response);
    else void provider.callback()(request, response);
  });

  return {
    url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    /** Sets the callback of the client. Without one no code flow works. */
    allowRedirect: (uri: string) => void (provider = providerFor(uri)),
    /** Sets the person of the next authorization requests. Null cancels. */
    signInAs(person: IssuerPerson | null) {
      next = person;
      if (person) people.set(person.sub, person);
    },
    /** An ID token of this issuer, signed with its real key. */
    idToken: (person: IssuerPerson, options: TokenOptions = {}) =>
      signToken(options.forged ? otherKeys.privateKey : keys.privateKey, url, person, options),
    /** Returns the number of requests for the keys. */
    keyFetches: () => fetches,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const clientOf = (redirect: string) => ({
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  redirect_uris: [redirect],
  token_endpoint_auth_method: 'client_secret_post' as const,
  scope: 'openid email profile',
});

function signToken(
  key: CryptoKey,
  issuer: string,
  person: IssuerPerson,
  options: TokenOptions,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims: JWTPayload = {
    iss: issuer,
    aud: CLIENT_ID,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + (options.expiresIn ?? 600),
    ...person,
    ...options.claims,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key);
}

/** Finishes the interaction like a login page after the person has typed a password and agreed. */
async function finishInteraction(
  provider: Provider,
  person: IssuerPerson | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (!person) {
    const error = { error: 'access_denied', error_description: 'End-User aborted interaction' };
    return provider.interactionFinished(request, response, error);
  }
  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const login = { accountId: person.sub };
  await provider.interactionFinished(request, response, { login, consent: { grantId: await grant.save() } });
}
