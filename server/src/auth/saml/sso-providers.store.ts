import type { Query } from '../../database/database.ts';
import type { SsoProviderRow } from './sso-provider-json.rules.ts';
import { datedAt, deleteRows, findRows, insertRow, updateRow } from '../../database/rows.ts';

/** The columns of a provider in their tables, and its domains. */
export interface SsoProviderFacts {
  readonly provider: Pick<SsoProviderRow, 'resource_id' | 'disabled'>;
  readonly saml: SsoProviderRow['saml'];
  readonly domains: readonly string[];
}

const PARTS = ` || jsonb_build_object(
  'domains', coalesce((select jsonb_agg(to_jsonb(d) order by d.domain)
    from auth.sso_domains d where d.sso_provider_id = r.id), '[]'),
  'saml', (select to_jsonb(s) from auth.saml_providers s where s.sso_provider_id = r.id))`;

const find = (query: Query, where: string, values: readonly unknown[]): Promise<SsoProviderRow[]> =>
  findRows(query, 'auth.sso_providers', `${where} order by created_at, id`, values, PARTS);

export const listSsoProviders = (query: Query): Promise<SsoProviderRow[]> => find(query, 'true', []);

export const findSsoProvider = async (query: Query, id: string): Promise<SsoProviderRow | null> =>
  (await find(query, 'id = $1', [id]))[0] ?? null;

/** The provider of a domain, ignoring case. */
export async function findSsoProviderByDomain(query: Query, domain: string): Promise<SsoProviderRow | null> {
  const where = 'id = (select sso_provider_id from auth.sso_domains where lower(domain) = lower($1))';
  return (await find(query, where, [domain]))[0] ?? null;
}

export async function findSsoProviderByEntity(
  query: Query,
  entityId: string,
): Promise<SsoProviderRow | null> {
  const where = 'id = (select sso_provider_id from auth.saml_providers where entity_id = $1)';
  return (await find(query, where, [entityId]))[0] ?? null;
}

/** @returns the new provider's id */
export async function insertSsoProvider(query: Query, facts: SsoProviderFacts, at: Date): Promise<string> {
  const id = await insertRow(query, 'auth.sso_providers', { ...facts.provider, ...datedAt(at) });
  await insertRow(query, 'auth.saml_providers', { sso_provider_id: id, ...facts.saml, ...datedAt(at) });
  await insertDomains(query, id, facts.domains, at);
  return id;
}

/** Replaces everything but the id, to which identities refer. */
export async function updateSsoProvider(
  query: Query,
  id: string,
  { provider, saml, domains }: SsoProviderFacts,
  at: Date,
): Promise<void> {
  await updateRow(query, 'auth.sso_providers', 'id', id, { ...provider, updated_at: at });
  await updateRow(query, 'auth.saml_providers', 'sso_provider_id', id, { ...saml, updated_at: at });
  await query('delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2)', [
    id,
    domains,
  ]);
  await insertDomains(query, id, domains, at);
}

async function insertDomains(query: Query, id: string, domains: readonly string[], at: Date): Promise<void> {
  await query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1, domain, $3, $3 from unnest($2::text[]) as domain
     where not exists (select from auth.sso_domains d where d.sso_provider_id = $1 and d.domain = domain.domain)`,
    [id, domains, at],
  );
}

export const deleteSsoProvider = (query: Query, id: string) =>
  deleteRows(query, 'auth.sso_providers', { id });
