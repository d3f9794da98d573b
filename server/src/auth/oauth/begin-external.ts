import { randomBytes } from 'node:crypto';
import { type Call, presentTime, queryOf } from '../kernel/call.ts';
import { parseCodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { validationFailed } from '../kernel/errors.ts';
import { refuseUnreachable } from './provider-failure.ts';
import type { EnabledProvider } from './providers/external-providers.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import { insertFlowState } from '../accounts/codes/flow-states.store.ts';
import { insertClientState } from './client-states.store.ts';

/** Parameters of our own that do not travel to the provider. */
const own = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'invite_token',
  'apikey',
];

/** The enabled provider a request names. @throws AuthError 400 validation_failed */
function providerOf(call: Call): EnabledProvider {
  const name = queryOf(call, 'provider') ?? '';
  const provider = call.auth.signInMethods.external.get(name);
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled');
  return provider;
}

/**
 * Remembers where the person wants to come back to and answers where to send them first.
 * @param linkingTargetId whose account the identity is to be added to; null: they sign in
 */
export async function beginExternal(call: Call, linkingTargetId: string | null): Promise<URL> {
  const { settings, flow } = providerOf(call);
  const challenge = parseCodeChallenge(
    queryOf(call, 'code_challenge'),
    queryOf(call, 'code_challenge_method'),
  );
  const codeVerifier = randomBytes(32).toString('base64url');
  const at = presentTime(call);
  const provider = settings.name;
  const state = await call.auth.database.transaction(async (query) => {
    return insertFlowState(query, {
      challenge,
      providerType: provider,
      authenticationMethod: 'oauth',
      referrer: redirectOf(call),
      clientStateId: await insertClientState(query, { provider, codeVerifier, at }),
      linkingTargetId,
      at,
    });
  });
  const extra = call.request.query as Record<string, string | string[]>;
  const foreign = Object.entries(extra)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value)]);
  const asked = {
    state,
    codeVerifier,
    scopes: queryOf(call, 'scopes') ?? '',
    extra: Object.fromEntries(foreign) as Record<string, string>,
  };
  return flow.authorizationUrl(asked).catch((error: unknown) => refuseUnreachable(call, error));
}
