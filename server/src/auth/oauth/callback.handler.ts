import { z } from 'zod';
import type { Call, Handler } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import * as redirect from '../sessions/deliver-session.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { authError } from '../kernel/errors.ts';
import { readBody } from '../kernel/request/json-body.ts';
import { accountOfExternalIdentity, requireConfirmed } from '../accounts/external/external-account.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { ProviderFailure, type ProviderGrant } from './providers/external-provider.ts';
import * as flows from '../accounts/codes/flow-states.store.ts';
import type { FlowState } from '../accounts/codes/flow-states.store.ts';
import { FLOW_TTL_MS } from '../sessions/token-pkce.handler.ts';

const schema = z.record(z.string(), z.string());

/** GET and POST /callback receive the browser from a provider. Every answer is a redirect (contract A5.2). */
export const callback: Handler = async (call) => {
  const parameters = schema.safeParse({
    ...(call.request.query as object),
    ...(readBody(call.request.body) as object),
  });
  const answer = new URLSearchParams(parameters.data ?? {});
  let target = call.auth.settings.siteUrl;
  try {
    const { flow, codeVerifier } = await claimFlow(call, answer.get('state') ?? '');
    target = flow.referrer ?? target;
    const grant = await exchange(call, flow, codeVerifier, answer);
    target = await transaction(call, (tx) => finish(tx, flow, grant, target));
  } catch (error) {
    target = redirect.withError(target, faultOf(call, error), true);
  }
  call.reply.redirect(target, 302);
};

/** Claims a flow, which is used up by its first callback, failed or not. */
async function claimFlow(call: Call, state: string): Promise<{ flow: FlowState; codeVerifier: string }> {
  if (!state) throw authError('bad_oauth_callback', { message: 'OAuth state parameter missing' });
  return transaction(call, async (tx) => {
    const flow = isUuid(state) ? await flows.lockFlowState(tx, state) : null;
    const isLate = flow && tx.at.getTime() >= instant(flow.created_at) + FLOW_TTL_MS;
    if (!flow?.oauth_client_state_id || isLate) {
      throw authError('bad_oauth_state');
    }
    if (flow.auth_code_issued_at) {
      throw authError('flow_state_already_used');
    }
    await flows.closeFlowState(tx, flow.id);
    const codeVerifier = await flows.takeCodeVerifier(tx, flow.oauth_client_state_id);
    if (!codeVerifier) throw authError('bad_oauth_state');
    return { flow, codeVerifier };
  });
}

async function exchange(call: Call, flow: FlowState, codeVerifier: string, answer: URLSearchParams) {
  if (answer.has('error')) {
    const description = answer.get('error_description') || answer.get('error') || '';
    throw authError('access_denied', { message: description.slice(0, 200) });
  }
  if (!answer.get('code')) throw authError('bad_oauth_callback', { message: 'OAuth code parameter missing' });
  const provider = call.auth.external.get(flow.provider_type);
  if (!provider) throw authError('provider_disabled');
  // The request's own origin is not the public one behind a proxy.
  const url = new URL(provider.settings.redirect_uri);
  url.search = answer.toString();
  return provider.flow.exchange(url, { state: flow.id, codeVerifier });
}

async function finish(tx: Transaction, flow: FlowState, grant: ProviderGrant, target: string) {
  const { accessToken, refreshToken, profile } = grant;
  const provider = flow.provider_type;
  const { email_optional: isEmailOptional } = tx.auth.external.get(provider)!.settings;
  const external = { provider, profile, isEmailOptional };
  const issued = { accessToken, refreshToken };
  if (flow.linking_target_id) {
    // The browser that came back need not be the one that began, which adds the identity with the code (contract A3.5).
    await flows.keepShownIdentity(tx, flow.id, external);
    const userId = flow.linking_target_id;
    return redirect.withCode(target, await flows.issueAuthCode(tx, flow.id, { ...issued, userId }));
  }
  const account = await accountOfExternalIdentity(tx, external);
  requireConfirmed(account, provider);
  if (flow.code_challenge) {
    const userId = account.user.id;
    return redirect.withCode(target, await flows.issueAuthCode(tx, flow.id, { ...issued, userId }));
  }
  await audit(tx, 'login', account.user.id, { provider });
  const session = await issueSession(tx, account, flow.authentication_method);
  const tokens = { provider_token: accessToken, provider_refresh_token: refreshToken ?? undefined };
  return redirect.withSession(target, { ...session, ...tokens }, '');
}

function faultOf(call: Call, error: unknown) {
  if (!(error instanceof ProviderFailure)) return redirect.faultOf(call, error, 'callback failed');
  call.request.log.warn({ err: error }, 'a provider did not do its part');
  return authError('unexpected_failure', { message: 'Unable to exchange external code' });
}
