import { type Handler, bodyOf, parameterOf } from '../kernel/call.ts';
import { type Transaction, audit, autocommit, transaction } from '../kernel/transaction.ts';
import { ssoProviderJson, type SsoProviderRow } from './sso-provider-json.rules.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { authError, validationFailed } from '../kernel/errors.ts';
import { ssoProviderBody, ssoProviderFacts } from './sso-provider-input.ts';
import * as store from './sso-providers.store.ts';

/** The provider a path names. @throws AuthError 404 sso_provider_not_found */
async function target(tx: Transaction): Promise<SsoProviderRow> {
  const id = parameterOf(tx, 'idp_id');
  const provider = isUuid(id) ? await store.findSsoProvider(tx, id) : null;
  if (!provider) throw authError('sso_provider_not_found');
  return provider;
}

/** GET /admin/sso/providers → `{items}` (contract A7.8). */
export const adminListSsoProviders: Handler = async ({ auth }) => ({
  items: (await store.listSsoProviders(auth.database)).map(ssoProviderJson),
});

/** POST /admin/sso/providers `{type:"saml", metadata_xml|metadata_url, domains?, attribute_mapping?}` → 201. */
export const adminCreateSsoProvider: Handler = async (call) => {
  const body = bodyOf(call, ssoProviderBody);
  if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type");
  const facts = await ssoProviderFacts(call.auth.database, body, null);
  return transaction(call, async (tx) => {
    const id = await store.insertSsoProvider(tx, facts);
    await audit(tx, 'sso_provider_created', null, { provider: id, by: 'service_role' });
    tx.reply.code(201);
    return ssoProviderJson((await store.findSsoProvider(tx, id))!);
  });
};

/** GET /admin/sso/providers/{idp_id}. */
export const adminGetSsoProvider: Handler = async (call) => ssoProviderJson(await target(autocommit(call)));

/** PUT /admin/sso/providers/{idp_id} changes the given members. */
export const adminUpdateSsoProvider: Handler = async (call) => {
  const body = bodyOf(call, ssoProviderBody);
  const present = await target(autocommit(call));
  const facts = await ssoProviderFacts(call.auth.database, body, present);
  return transaction(call, async (tx) => {
    await store.updateSsoProvider(tx, present.id, facts);
    await audit(tx, 'sso_provider_modified', null, { provider: present.id, by: 'service_role' });
    return ssoProviderJson((await store.findSsoProvider(tx, present.id))!);
  });
};

/** DELETE /admin/sso/providers/{idp_id}. The provider's users keep their accounts but cannot sign in through it. */
export const adminDeleteSsoProvider: Handler = async (call) =>
  transaction(call, async (tx) => {
    const provider = await target(tx);
    await store.deleteSsoProvider(tx, provider.id);
    await audit(tx, 'sso_provider_deleted', null, { provider: provider.id, by: 'service_role' });
    return ssoProviderJson(provider);
  });
