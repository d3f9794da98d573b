import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import { type Call, type Handler, bodyOf, parameterOf, presentTime } from '../kernel/call.ts';
import { ssoProviderJson, type SsoProviderRow } from './sso-provider-json.rules.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { ssoProviderBody, ssoProviderFacts } from './sso-provider-input.ts';
import * as store from './sso-providers.store.ts';

/** The provider a path names. @throws AuthError 404 sso_provider_not_found */
async function target(call: Call, query: Query): Promise<SsoProviderRow> {
  const id = parameterOf(call, 'idp_id');
  const provider = isUuid(id) ? await store.findSsoProvider(query, id) : null;
  if (!provider) throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found');
  return provider;
}

/** GET /admin/sso/providers → `{items}` (contract A7.8). */
export const adminListSsoProviders: Handler = async ({ auth }) => ({
  items: (await store.listSsoProviders(auth.database.query)).map(ssoProviderJson),
});

/** POST /admin/sso/providers `{type:"saml", metadata_xml|metadata_url, domains?, attribute_mapping?}` → 201. */
export const adminCreateSsoProvider: Handler = async (call) => {
  const body = bodyOf(call, ssoProviderBody);
  if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type");
  const facts = await ssoProviderFacts(call.auth.database.query, body, null);
  return call.auth.database.transaction(async (query) => {
    const id = await store.insertSsoProvider(query, facts, presentTime(call));
    await audit(call, query, 'sso_provider_created', null, { provider: id, by: 'service_role' });
    call.reply.code(201);
    return ssoProviderJson((await store.findSsoProvider(query, id))!);
  });
};

/** GET /admin/sso/providers/{idp_id}. */
export const adminGetSsoProvider: Handler = async (call) =>
  ssoProviderJson(await target(call, call.auth.database.query));

/** PUT /admin/sso/providers/{idp_id} changes the given members. */
export const adminUpdateSsoProvider: Handler = async (call) => {
  const body = bodyOf(call, ssoProviderBody);
  const present = await target(call, call.auth.database.query);
  const facts = await ssoProviderFacts(call.auth.database.query, body, present);
  return call.auth.database.transaction(async (query) => {
    await store.updateSsoProvider(query, present.id, facts, presentTime(call));
    await audit(call, query, 'sso_provider_modified', null, { provider: present.id, by: 'service_role' });
    return ssoProviderJson((await store.findSsoProvider(query, present.id))!);
  });
};

/** DELETE /admin/sso/providers/{idp_id}. The provider's users keep their accounts but cannot sign in through it. */
export const adminDeleteSsoProvider: Handler = async (call) =>
  call.auth.database.transaction(async (query) => {
    const provider = await target(call, query);
    await store.deleteSsoProvider(query, provider.id);
    await audit(call, query, 'sso_provider_deleted', null, { provider: provider.id, by: 'service_role' });
    return ssoProviderJson(provider);
  });
