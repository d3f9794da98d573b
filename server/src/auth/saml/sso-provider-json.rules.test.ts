import { expect, it } from 'vitest';
import { ssoProviderJson } from './sso-provider-json.rules.ts';

const provider = {
  id: 'p1',
  resource_id: null,
  disabled: null,
  created_at: '2026-03-01T10:00:00+00:00',
  updated_at: '2026-03-01T12:00:00+02:00',
  domains: [
    {
      domain: 'example.org',
      created_at: '2026-03-01T10:00:00+00:00',
      updated_at: '2026-03-01T10:00:00+00:00',
    },
  ],
  saml: {
    entity_id: 'https://idp.example',
    metadata_xml: '<xml/>',
    metadata_url: null,
    attribute_mapping: null,
    name_id_format: null,
  },
};

it('shows a company’s identity provider as the admin API does (contract A7.8)', () => {
  expect(JSON.parse(JSON.stringify(ssoProviderJson(provider)))).toEqual({
    id: 'p1',
    disabled: false,
    saml: { entity_id: 'https://idp.example', metadata_xml: '<xml/>', attribute_mapping: {} },
    domains: [
      {
        domain: 'example.org',
        created_at: '2026-03-01T10:00:00.000Z',
        updated_at: '2026-03-01T10:00:00.000Z',
      },
    ],
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
  });
});

it.each([
  [{ resource_id: 'team' }, { resource_id: 'team' }],
  [{ disabled: true }, { disabled: true }],
  [{ domains: [] }, { domains: [] }],
])('shows %j', (change, expected) => {
  expect(ssoProviderJson({ ...provider, ...change })).toMatchObject(expected);
});
