import {
  type Call,
  type Handler,
  type SignedInCall,
  queryOf,
  queryValues,
  redirectOf,
} from '../kernel/call.ts';
import { transaction } from '../kernel/transaction.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { authError, insufficientAal, validationFailed } from '../kernel/errors.ts';
import { randomBytes } from 'node:crypto';
import { challengeOf } from '../accounts/codes/code-challenge.rules.ts';
import { refuseUnreachable } from './providers/external-provider.ts';
import { parametersForProvider } from './providers/authorization-request.rules.ts';
import { lockSession } from '../sessions/store/refresh-tokens.store.ts';
import { insertFlowState, type LinkOrigin, insertClientState } from '../accounts/codes/flow-states.store.ts';

/** GET /authorize redirects a browser to a provider (contract A5.1). */
export const authorize: Handler = async (call) => {
  const url = await beginExternal(call, null);
  call.reply.redirect(url.href, 302);
};

/**
 * An identity signs in alone, so adding or removing one asks for the assurance level that the account asks for.
 * @throws AuthError 404 manual_linking_disabled, 403 insufficient_aal
 */
export function requireManualLinking(call: SignedInCall): void {
  if (!call.auth.settings.enable_manual_linking) {
    throw authError('manual_linking_disabled');
  }
  if (owesSecondFactor(call)) throw insufficientAal('change identities');
}

/** GET /user/identities/authorize returns the address for adding an identity to this account (contract A3.4). */
export async function authorizeIdentity(call: SignedInCall): Promise<unknown> {
  requireManualLinking(call);
  const { account, session } = call;
  if (!session) throw authError('session_not_found');
  const { id: session_id, aal: session_aal } = session;
  const link = { linking_target_id: account.user.id, session_id, session_aal: session_aal ?? 'aal1' };
  const url = await beginExternal(call, link);
  if (queryOf(call, 'skip_http_redirect') === 'true') return { url: url.href };
  return void call.reply.redirect(url.href, 302);
}

/**
 * Stores the flow and its destination, and returns the address to send the browser to.
 * @param link the session that adds the identity to its account; null: the flow signs in
 * @throws AuthError 400 validation_failed, for a link without PKCE too; 403 session_not_found
 */
async function beginExternal(call: Call, link: LinkOrigin | null): Promise<URL> {
  const enabled = call.auth.external.get(queryOf(call, 'provider') ?? '');
  if (!enabled) throw validationFailed('Unsupported provider: provider is not enabled');
  const challenge = challengeOf({
    code_challenge: queryOf(call, 'code_challenge'),
    code_challenge_method: queryOf(call, 'code_challenge_method'),
  });
  if (link && !challenge)
    throw validationFailed('Linking an identity asks for PKCE: code_challenge is missing');
  const codeVerifier = randomBytes(32).toString('base64url');
  const provider = enabled.settings.name;
  const state = await transaction(call, async (tx) => {
    // The session may have ended since the request was admitted.
    if (link && !(await lockSession(tx, link.session_id))) throw authError('session_not_found');
    const started = {
      challenge,
      provider_type: provider,
      authentication_method: 'oauth',
      referrer: redirectOf(tx),
      oauth_client_state_id: await insertClientState(tx, provider, codeVerifier),
      link,
    };
    return insertFlowState(tx, started);
  });
  const request = {
    state,
    codeVerifier,
    scopes: queryOf(call, 'scopes') ?? '',
    extra: parametersForProvider(queryValues(call), link !== null),
  };
  return enabled.flow.authorizationUrl(request).catch((error: unknown) => refuseUnreachable(call, error));
}
