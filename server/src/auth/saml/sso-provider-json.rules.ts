import type { AttributeMapping } from './assertion.rules.ts';

/** A company's identity provider with the e-mail domains it answers for, as it is stored. */
export interface SsoProviderRow {
  readonly id: string;
  readonly resource_id: string | null;
  readonly disabled: boolean | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly domains: readonly { domain: string; created_at: string; updated_at: string }[];
  readonly saml: {
    readonly entity_id: string;
    readonly metadata_xml: string;
    readonly metadata_url: string | null;
    readonly attribute_mapping: AttributeMapping | null;
    readonly name_id_format: string | null;
  };
}

const time = (timestamp: string): string => new Date(timestamp).toISOString();

/** An identity provider as the admin API shows it. */
export function ssoProviderJson(provider: SsoProviderRow): Record<string, unknown> {
  const { saml } = provider;
  return {
    id: provider.id,
    resource_id: provider.resource_id ?? undefined,
    disabled: provider.disabled ?? false,
    saml: {
      entity_id: saml.entity_id,
      metadata_xml: saml.metadata_xml,
      metadata_url: saml.metadata_url ?? undefined,
      attribute_mapping: saml.attribute_mapping ?? {},
      name_id_format: saml.name_id_format ?? undefined,
    },
    domains: provider.domains.map(({ domain, created_at, updated_at }) => ({
      domain,
      created_at: time(created_at),
      updated_at: time(updated_at),
    })),
    created_at: time(provider.created_at),
    updated_at: time(provider.updated_at),
  };
}
