import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { authError, messageOf, validationFailed } from '../kernel/errors.ts';
import { fetchMetadata, MetadataError, readIdentityProvider } from './protocol/identity-provider-metadata.ts';
import type { SsoProviderRow } from './sso-provider-json.rules.ts';
import {
  findSsoProviderByDomain,
  findSsoProviderByEntity,
  type SsoProviderFacts,
} from './sso-providers.store.ts';
import { attributeMapping } from './assertion.rules.ts';

/** The body of POST and PUT /admin/sso/providers, also made from the command's options. */
export const ssoProviderBody = z.object({
  type: z.string().nullish(),
  resource_id: z.string().min(1).max(255).nullish(),
  metadata_url: z.string().max(2048).nullish(),
  metadata_xml: z.string().nullish(),
  domains: z.array(z.string()).max(100).nullish(),
  attribute_mapping: attributeMapping.nullish(),
  name_id_format: z.string().max(255).nullish(),
  disabled: z.boolean().nullish(),
});

export type SsoProviderBody = z.infer<typeof ssoProviderBody>;

const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * Merges the given members into those of `present`, which is null for a new provider.
 * @throws AuthError 400 validation_failed, 422 saml_idp_already_exists, 422 sso_domain_already_exists
 */
export async function ssoProviderFacts(
  db: Queryable,
  body: SsoProviderBody,
  present: SsoProviderRow | null,
): Promise<SsoProviderFacts> {
  if (body.metadata_xml && body.metadata_url) {
    throw validationFailed('Only one of metadata_xml or metadata_url needs to be set');
  }
  const metadata_xml =
    body.metadata_xml || (body.metadata_url ? await fetched(body.metadata_url) : present?.saml.metadata_xml);
  if (!metadata_xml) throw validationFailed('Either metadata_xml or metadata_url must be set');
  const domains = (body.domains ?? present?.domains.map(({ domain }) => domain) ?? []).map(readDomain);
  const facts = {
    provider: {
      resource_id: body.resource_id ?? present?.resource_id ?? null,
      disabled: body.disabled ?? present?.disabled ?? false,
    },
    saml: {
      entity_id: entityOf(metadata_xml),
      metadata_xml,
      metadata_url: body.metadata_url || (body.metadata_xml ? null : (present?.saml.metadata_url ?? null)),
      attribute_mapping: body.attribute_mapping ?? present?.saml.attribute_mapping ?? {},
      name_id_format: body.name_id_format ?? present?.saml.name_id_format ?? null,
    },
    domains: [...new Set(domains)],
  };
  await refuseTaken(db, facts, present?.id ?? null);
  return facts;
}

async function fetched(url: string): Promise<string> {
  try {
    return await fetchMetadata(url);
  } catch (error) {
    throw validationFailed(`Unable to fetch metadata from ${url}: ${messageOf(error)}`);
  }
}

function readDomain(text: string): string {
  const domain = text.trim().toLowerCase();
  if (!DOMAIN.test(domain)) throw validationFailed(`"${text.slice(0, 100)}" is not a domain`);
  return domain;
}

function entityOf(xml: string): string {
  try {
    return readIdentityProvider(xml).entityId;
  } catch (error) {
    if (error instanceof MetadataError) throw validationFailed(error.message);
    throw error;
  }
}

async function refuseTaken(db: Queryable, facts: SsoProviderFacts, own: string | null): Promise<void> {
  const sameEntity = await findSsoProviderByEntity(db, facts.saml.entity_id);
  if (sameEntity && sameEntity.id !== own) {
    const message = `SAML Identity Provider with this EntityID (${facts.saml.entity_id}) already exists`;
    throw authError('saml_idp_already_exists', { message });
  }
  for (const domain of facts.domains) {
    const holder = await findSsoProviderByDomain(db, domain);
    if (!holder || holder.id === own) continue;
    const message = `SSO Domain '${domain}' is already assigned to an SSO identity provider (${holder.id})`;
    throw authError('sso_domain_already_exists', { message });
  }
}
