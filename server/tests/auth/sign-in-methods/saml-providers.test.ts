import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSamlIdentityProvider } from '@solostead/server-testkit/identity/saml';
import { call } from '@solostead/server-testkit/auth/clients';
import { type Company, describe, DOMAIN, expect, it } from './saml-company.ts';

describe('/admin/sso/providers (contract A7.8)', () => {
  it('shows, changes, switches off and removes providers', async ({ saml }) => {
    const company = await makeSamlIdentityProvider(`company-${crypto.randomUUID().slice(0, 8)}`);
    const domain = `${crypto.randomUUID()}.example`;
    const made = await saml.asAdmin('POST', '/admin/sso/providers', {
      type: 'saml',
      metadata_xml: company.metadata,
      domains: [domain.toUpperCase()],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ saml: { entity_id: company.entityId }, domains: [{ domain }] });
    const path = `/admin/sso/providers/${String(made.body['id'])}`;
    const listed = await saml.asAdmin('GET', '/admin/sso/providers');
    expect((listed.body['items'] as { id: string }[]).map(({ id }) => id)).toContain(made.body['id']);
    const changed = await saml.asAdmin('PUT', path, { domains: [`new-${domain}`], disabled: true });
    expect(changed.body).toMatchObject({ domains: [{ domain: `new-${domain}` }], disabled: true });
    expect((await call(saml.server, 'POST', '/sso', { domain: `new-${domain}` })).status).toBe(404);
    expect((await saml.asAdmin('GET', path)).body).toMatchObject({ saml: { entity_id: company.entityId } });
    expect((await saml.asAdmin('DELETE', path)).status).toBe(200);
    expect((await saml.asAdmin('GET', path)).body['error_code']).toBe('sso_provider_not_found');
  });

  const renamed = (saml: Company, name: string) => saml.idp.metadata.replaceAll('idp.', `${name}.`);
  it.for<[string, (saml: Company) => object, number, string]>([
    ['invalid metadata', () => ({ metadata_xml: '<x/>' }), 400, 'validation_failed'],
    ['metadata over plain http', () => ({ metadata_url: 'http://idp.example/x' }), 400, 'validation_failed'],
    [
      'a provider that is registered already',
      ({ idp }) => ({ metadata_xml: idp.metadata }),
      422,
      'saml_idp_already_exists',
    ],
    [
      'a domain of another provider',
      (saml) => ({ metadata_xml: renamed(saml, 'y'), domains: [DOMAIN] }),
      422,
      'sso_domain_already_exists',
    ],
  ])('refuses %s', async ([_what, body, status, code], { saml }) => {
    const answer = await saml.asAdmin('POST', '/admin/sso/providers', { type: 'saml', ...body(saml) });
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });
});

describe('the command sso', () => {
  it('adds, lists, changes and removes a company while the server runs', async ({ saml }) => {
    const company = await makeSamlIdentityProvider(`cli-${crypto.randomUUID().slice(0, 8)}`);
    const file = join(saml.server.dataDir, 'metadata.xml');
    writeFileSync(file, company.metadata);
    const domain = `${crypto.randomUUID()}.example`;
    const added = await saml.server.command('sso', 'add', '--metadata', file, '--domains', domain);
    const [id = ''] = added.split(' ');
    expect(added).toContain(company.entityId);
    expect(await saml.server.command('sso', 'list')).toContain(domain);
    expect((await call(saml.server, 'POST', '/sso', { domain })).status).toBe(303);
    expect(await saml.server.command('sso', 'update', id, '--disabled')).toContain('(disabled)');
    expect((await call(saml.server, 'POST', '/sso', { domain })).status).toBe(404);
    await saml.server.command('sso', 'remove', id);
    await expect(saml.server.command('sso', 'remove', id)).rejects.toThrow(/no identity provider/);
    rmSync(file);
  });
});
