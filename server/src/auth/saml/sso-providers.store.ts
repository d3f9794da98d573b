import type { Queryable } from '../../database/database.ts';
import type { SsoProviderRow } from './sso-provider-json.rules.ts';
import { type Dated, datedAt, deleteRows, findRows, insertRow, updateRow } from '../../database/rows.ts';

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

const find = (db: Queryable, where: string, values: readonly unknown[]): Promise<SsoProviderRow[]> =>
  findRows(db, 'auth.sso_providers', `${where} order by created_at, id`, values, PARTS);

export const listSsoProviders = (db: Queryable): Promise<SsoProviderRow[]> => find(db, 'true', []);

const findOne = async (db: Queryable, where: string, value: string): Promise<SsoProviderRow | null> =>
  (await find(db, where, [value]))[0] ?? null;

export const findSsoProvider = (db: Queryable, id: string) => findOne(db, 'id = $1', id);

/** The provider of a domain, ignoring case. */
export const findSsoProviderByDomain = (db: Queryable, domain: string) =>
  findOne(db, 'id = (select sso_provider_id from auth.sso_domains where lower(domain) = lower($1))', domain);

export const findSsoProviderByEntity = (db: Queryable, entityId: string) =>
  findOne(db, 'id = (select sso_provider_id from auth.saml_providers where entity_id = $1)', entityId);

/** @returns the new provider's id */
export async function insertSsoProvider(db: Dated, facts: SsoProviderFacts): Promise<string> {
  const id = await insertRow(db, 'auth.sso_providers', { ...facts.provider, ...datedAt(db) });
  await insertRow(db, 'auth.saml_providers', { sso_provider_id: id, ...facts.saml, ...datedAt(db) });
  await insertDomains(db, id, facts.domains);
  return id;
}

/** Replaces everything but the id, to which identities refer. */
export async function updateSsoProvider(
  db: Dated,
  id: string,
  { provider, saml, domains }: SsoProviderFacts,
): Promise<void> {
  await updateRow(db, 'auth.sso_providers', 'id', id, { ...provider, updated_at: db.at });
  await updateRow(db, 'auth.saml_providers', 'sso_provider_id', id, { ...saml, updated_at: db.at });
  await db.query('delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2)', [
    id,
    domains,
  ]);
  await insertDomains(db, id, domains);
}

async function insertDomains(db: Dated, id: string, domains: readonly string[]): Promise<void> {
  await db.query(
    `insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
     select gen_random_uuid(), $1, domain, $3, $3 from unnest($2::text[]) as domain
     where not exists (select from auth.sso_domains d where d.sso_provider_id = $1 and d.domain = domain.domain)`,
    [id, domains, db.at],
  );
}

export const deleteSsoProvider = (db: Queryable, id: string) => deleteRows(db, 'auth.sso_providers', { id });
