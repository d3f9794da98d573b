import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Call, type Handler, bodyOf, presentTime, redirectOf } from '../kernel/call.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import type { SsoProviderRow } from './sso-provider-json.rules.ts';
import { readIdentityProvider } from './protocol/identity-provider-metadata.ts';
import { requireSaml } from './protocol/service-provider.ts';
import { insertFlowState } from '../accounts/codes/flow-states.store.ts';
import { insertRelayState } from './relay-states.store.ts';
import { findSsoProvider, findSsoProviderByDomain } from './sso-providers.store.ts';
import { challengeOf, codeBody } from '../accounts/codes/code-challenge.rules.ts';

const schema = z.object({
  provider_id: z.string().nullish(),
  domain: z.string().nullish(),
  redirect_to: z.string().nullish(),
  skip_http_redirect: z.boolean().nullish(),
  ...codeBody,
});

type Body = z.infer<typeof schema>;

/** POST /sso `{provider_id|domain}` returns the address of a company's sign-in (contract A5.3). */
export const sso: Handler = async (call) => {
  const saml = requireSaml(call);
  const body = bodyOf(call, schema);
  const provider = await providerOf(call, body);
  const challenge = challengeOf(body);
  const at = presentTime(call);
  const request_id = `_${randomUUID()}`;
  const relayState = await call.auth.database.transaction(async (query) => {
    const referrer = redirectOf(call, body.redirect_to);
    const flow = { challenge, provider_type: 'sso/saml', authentication_method: 'sso/saml', referrer };
    const flow_state_id = challenge ? await insertFlowState(query, flow, at) : null;
    const state = { sso_provider_id: provider.id, request_id, redirect_to: referrer, flow_state_id };
    return insertRelayState(query, state, at);
  });
  const idp = readIdentityProvider(provider.saml.metadata_xml);
  const url = await saml.signInUrl(idp, request_id, relayState);
  if (body.skip_http_redirect) return { url };
  return void call.reply.redirect(url, 303);
};

async function providerOf(call: Call, { provider_id: id, domain }: Body): Promise<SsoProviderRow> {
  const { query } = call.auth.database;
  if (id && domain) throw validationFailed('Only one of provider_id or domain supported');
  if (!id && !domain) throw validationFailed('A provider_id or domain needs to be provided');
  const byId = id && isUuid(id) ? await findSsoProvider(query, id) : null;
  const provider = domain ? await findSsoProviderByDomain(query, domain) : byId;
  if (provider && !provider.disabled) return provider;
  const message = domain ? 'No SSO provider assigned for this domain' : 'No such SSO provider';
  throw new AuthError(404, 'sso_provider_not_found', message);
}

/** GET /sso/saml/metadata describes this service to an identity provider. */
export const samlMetadata: Handler = async (call) => {
  const saml = requireSaml(call);
  call.reply.header('Content-Type', 'application/xml; charset=utf-8');
  call.reply.header('Cache-Control', 'public, max-age=600');
  return saml.metadata();
};
