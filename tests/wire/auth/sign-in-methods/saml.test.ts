import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeConfig } from '../../../harness/servers/config.ts';
import {
  encode,
  makeSamlIdentityProvider,
  readSamlRequest,
  wrap,
  type AssertionOptions,
  type SamlIdentityProvider,
  type SamlRequest,
} from '../../../harness/identity/saml.ts';
import { startServer, type TestServer } from '../../../harness/servers/server.ts';
import { adoptSession, authClient, call, freshEmail, outcome, signedInClient } from './clients.ts';

let server: TestServer;
let idp: SamlIdentityProvider;
let otherIdp: SamlIdentityProvider;
let providerId: string;
const config = writeConfig('[auth]\nenable_signup = true\n[auth.saml]\nenabled = true\n');
const DOMAIN = 'company.example';

const asAdmin = (method: string, path: string, body?: unknown) =>
  call(server, method, path, body, { authorization: `Bearer ${server.secretKey}`, apikey: server.secretKey });

beforeAll(async () => {
  [server, idp, otherIdp] = await Promise.all([
    startServer({ env: config.env }),
    makeSamlIdentityProvider(),
    makeSamlIdentityProvider('other'),
  ]);
  const made = await asAdmin('POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: [DOMAIN],
    attribute_mapping: { keys: { team: { name: 'team' } } },
  });
  expect(made.status).toBe(201);
  providerId = made.body['id'] as string;
  const other = await asAdmin('POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: otherIdp.metadata,
  });
  expect(other.status).toBe(201);
});

afterAll(async () => {
  await server?.stop();
  config.remove();
});

/** Sets out to the identity provider as the official client does. */
async function setOut(client = authClient(server)): Promise<SamlRequest> {
  const { data, error } = await client.signInWithSSO({
    domain: DOMAIN,
    options: { redirectTo: `${server.url}/admin`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  expect(data!.url).toMatch(idp.signInUrl);
  return readSamlRequest(data!.url);
}

const honest = (request: SamlRequest, change: Partial<AssertionOptions> = {}): AssertionOptions => ({
  nameId: `person-${crypto.randomUUID()}`,
  attributes: { email: `p-${crypto.randomUUID()}@${DOMAIN}`, team: 'ops' },
  inResponseTo: request.id,
  acsUrl: request.acsUrl,
  audience: request.issuer,
  ...change,
});

/** Comes back as the browser would: with a form. */
async function comeBack(xml: string, relayState: string): Promise<URL> {
  const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: encode(xml), RelayState: relayState }),
  });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location')!);
}

describe('signing in at one’s company', () => {
  it.each(['assertion', 'response'] as const)('works with a signed %s', async (signed) => {
    const client = authClient(server);
    const request = await setOut(client);
    const options = honest(request, { signed });
    const back = await comeBack(idp.response(options), request.relayState);
    expect(back.pathname).toBe('/admin');
    const user = await adoptSession(client, back);
    expect(user.email).toBe(options.attributes!['email']);
    expect(user.app_metadata).toMatchObject({ provider: `sso:${providerId}` });
    expect(user.identities).toMatchObject([
      {
        provider: `sso:${providerId}`,
        id: options.nameId,
        identity_data: { custom_claims: { team: 'ops' }, iss: idp.entityId },
      },
    ]);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: 'sso/saml' }]);
  });

  it('works with a code and its verifier (PKCE)', async () => {
    const client = authClient(server, { flowType: 'pkce' });
    const request = await setOut(client);
    const back = await comeBack(idp.response(honest(request)), request.relayState);
    expect(back.hash).toBe('');
    const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(data.user?.app_metadata['provider']).toBe(`sso:${providerId}`);
  });

  it('knows the same person again', async () => {
    const [first, second] = [await setOut(), await setOut()];
    const options = honest(first);
    const one = await adoptSession(
      authClient(server),
      await comeBack(idp.response(options), first.relayState),
    );
    const again = { ...options, inResponseTo: second.id };
    const two = await adoptSession(
      authClient(server),
      await comeBack(idp.response(again), second.relayState),
    );
    expect(two.id).toBe(one.id);
  });

  it('never falls together with an account of the same address', async () => {
    const { user } = await signedInClient(server, `own-${crypto.randomUUID()}@${DOMAIN}`);
    const request = await setOut();
    const options = honest(request, { attributes: { email: user.email! } });
    const employee = await adoptSession(
      authClient(server),
      await comeBack(idp.response(options), request.relayState),
    );
    expect(employee.email).toBe(user.email);
    expect(employee.id).not.toBe(user.id);
  });

  it.each(['implicit', 'pkce'] as const)(
    'ends when the identity provider wants it to (%s)',
    async (flowType) => {
      const client = authClient(server, { flowType });
      const request = await setOut(client);
      const options = honest(request, { sessionNotOnOrAfter: 600 });
      const back = await comeBack(idp.response(options), request.relayState);
      const code = back.searchParams.get('code');
      const user = code
        ? (await client.exchangeCodeForSession(code)).data.user!
        : await adoptSession(client, back);
      const [session] = await server.sql<{ minutes: number }>(
        `select extract(epoch from not_after - now())::int / 60 as minutes from auth.sessions where user_id = $1`,
        [user.id],
      );
      expect(session?.minutes).toBeGreaterThanOrEqual(8);
      expect(session?.minutes).toBeLessThanOrEqual(10);
    },
  );

  it('works by the provider’s id, and by redirect', async () => {
    const byId = await call(server, 'POST', '/sso', { provider_id: providerId, skip_http_redirect: true });
    expect(byId.status).toBe(200);
    expect(byId.body['url']).toContain(idp.signInUrl);
    const byRedirect = await call(server, 'POST', '/sso', { domain: DOMAIN.toUpperCase() });
    expect(byRedirect.status).toBe(303);
    expect(byRedirect.headers.get('location')).toContain(idp.signInUrl);
  });
});

describe('an assertion (contract A5.4)', () => {
  const refusals: [string, (request: SamlRequest) => string, string, string][] = [
    [
      'without a signature',
      (request) => idp.response(honest(request, { signed: 'none' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that a stranger signed',
      (request) => idp.response(honest(request, { isForged: true })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that a stranger signed as a whole',
      (request) => idp.response(honest(request, { isForged: true, signed: 'response' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that was changed',
      (request) => idp.response(honest(request)).replace(/p-[^<]+@/, 'ceo@'),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that is wrapped around another',
      (request) => {
        const options = honest(request);
        return wrap(idp.response(options), 'another-user', options.nameId);
      },
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that comes with a second, unsigned one',
      (request) => {
        const xml = idp.response(honest(request));
        const [signed = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? [];
        const evil = signed
          .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
          .replace(/ID="[^"]+"/, 'ID="_evil"');
        return xml.replace(signed, `${evil}${signed}`);
      },
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that has expired',
      (request) => idp.response(honest(request, { notOnOrAfter: -120 })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'that is not yet valid',
      (request) => idp.response(honest(request, { notBefore: 120 })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for another audience',
      (request) => idp.response(honest(request, { audience: 'https://other.example' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for another recipient',
      (request) => idp.response(honest(request, { recipient: 'https://other.example' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for another destination',
      (request) => idp.response(honest(request, { destination: 'https://other.example' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for another request',
      (request) => idp.response(honest(request, { inResponseTo: '_another' })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'for no request',
      (request) => idp.response(honest(request, { inResponseTo: null })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'of another identity provider we know',
      (request) => otherIdp.response(honest(request)),
      'saml_entity_id_mismatch',
      'SAML Assertion is from another identity provider than the one that was asked',
    ],
    [
      'that another provider signed in this one’s name',
      (request) => otherIdp.response(honest(request, { issuer: idp.entityId })),
      'validation_failed',
      'SAML Assertion is not valid',
    ],
    [
      'of a failed sign-in',
      (request) =>
        idp.response(
          honest(request, { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder', signed: 'none' }),
        ),
      'access_denied',
      'The identity provider did not sign the person in',
    ],
    [
      'without an address',
      (request) => idp.response(honest(request, { attributes: {} })),
      'saml_assertion_no_email',
      'SAML Assertion does not contain an email address',
    ],
    [
      'with a document type',
      (request) => `<!DOCTYPE x [<!ENTITY e "v">]>${idp.response(honest(request))}`,
      'validation_failed',
      'SAMLResponse is missing or malformed',
    ],
    ['that is no XML', () => 'nonsense', 'validation_failed', 'SAMLResponse is missing or malformed'],
  ];

  it.each(refusals)('%s signs no user in', async (_, make, code, message) => {
    const request = await setOut();
    const before = await server.sql('select count(*)::int as sessions from auth.sessions');
    const back = await comeBack(make(request), request.relayState);
    expect(back.pathname).toBe('/admin');
    for (const facts of [outcome(back), back.searchParams]) {
      expect([facts.get('error_code'), facts.get('error_description')]).toEqual([code, message]);
    }
    expect(await server.sql('select count(*)::int as sessions from auth.sessions')).toEqual(before);
  });

  it('is good once, however many try at once', async () => {
    const request = await setOut();
    const xml = idp.response(honest(request));
    const backs = await Promise.all(Array.from({ length: 10 }, () => comeBack(xml, request.relayState)));
    expect(backs.filter((back) => outcome(back).has('access_token'))).toHaveLength(1);
    const replayed = await comeBack(xml, request.relayState);
    expect(outcome(replayed).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('with the id of one already used signs no user in', async () => {
    const [first, second] = [await setOut(), await setOut()];
    const assertionId = `_${crypto.randomUUID()}`;
    const one = await comeBack(idp.response(honest(first, { assertionId })), first.relayState);
    expect(outcome(one).has('access_token')).toBe(true);
    const two = await comeBack(idp.response(honest(second, { assertionId })), second.relayState);
    expect(outcome(two).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it.each([
    ['without a visit', () => ''],
    ['with a made-up visit', () => crypto.randomUUID()],
    ['with an address for a visit', () => 'https://evil.example/'],
  ])('%s signs no user in (the identity provider may not begin)', async (_, relayState) => {
    const request = await setOut();
    const back = await comeBack(idp.response(honest(request)), relayState());
    expect(back.origin).toBe(server.url);
    expect(outcome(back).get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('that took too long signs no user in', async () => {
    const request = await setOut();
    await server.sql(
      `update auth.saml_relay_states set created_at = now() - interval '11 minutes' where id = $1`,
      [request.relayState],
    );
    const back = await comeBack(idp.response(honest(request)), request.relayState);
    expect(outcome(back).get('error_code')).toBe('saml_relay_state_expired');
  });
});

describe('POST /sso (contract A5.3)', () => {
  it.each<[object, number, string, string]>([
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { domain: 'unknown.example' },
      404,
      'sso_provider_not_found',
      'No SSO provider assigned for this domain',
    ],
    [{ provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [{ provider_id: 'nonsense' }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [
      { domain: DOMAIN, provider_id: crypto.randomUUID() },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [
      { domain: DOMAIN, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('refuses %j', async (body, status, code, message) => {
    const answer = await call(server, 'POST', '/sso', body);
    expect([answer.status, answer.body['error_code'], answer.body['msg']]).toEqual([status, code, message]);
  });

  it('redirects to no place that is not allowed', async () => {
    const { body } = await call(server, 'POST', '/sso', {
      domain: DOMAIN,
      redirect_to: 'https://evil.example/',
      skip_http_redirect: true,
    });
    const request = readSamlRequest(body['url'] as string);
    const back = await comeBack(idp.response(honest(request)), request.relayState);
    expect(back.origin).toBe(server.url);
  });
});

describe('our side of SAML', () => {
  it('is described for identity providers', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso/saml/metadata`);
    expect(response.headers.get('content-type')).toContain('application/xml');
    const xml = await response.text();
    expect(xml).toContain(`entityID="${server.url}/auth/v1/sso/saml/metadata"`);
    expect(xml).toContain(`Location="${server.url}/auth/v1/sso/saml/acs"`);
  });
});

describe('/admin/sso/providers (contract A7.8)', () => {
  it('shows, changes, switches off and removes providers', async () => {
    const company = await makeSamlIdentityProvider(`company-${crypto.randomUUID().slice(0, 8)}`);
    const domain = `${crypto.randomUUID()}.example`;
    const made = await asAdmin('POST', '/admin/sso/providers', {
      type: 'saml',
      metadata_xml: company.metadata,
      domains: [domain.toUpperCase()],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ saml: { entity_id: company.entityId }, domains: [{ domain }] });
    const path = `/admin/sso/providers/${String(made.body['id'])}`;
    const listed = await asAdmin('GET', '/admin/sso/providers');
    expect((listed.body['items'] as { id: string }[]).map(({ id }) => id)).toContain(made.body['id']);
    const changed = await asAdmin('PUT', path, { domains: [`new-${domain}`], disabled: true });
    expect(changed.body).toMatchObject({ domains: [{ domain: `new-${domain}` }], disabled: true });
    expect((await call(server, 'POST', '/sso', { domain: `new-${domain}` })).status).toBe(404);
    expect((await asAdmin('GET', path)).body).toMatchObject({ saml: { entity_id: company.entityId } });
    expect((await asAdmin('DELETE', path)).status).toBe(200);
    expect((await asAdmin('GET', path)).body['error_code']).toBe('sso_provider_not_found');
  });

  it.each<[string, () => object, number, string]>([
    ['no type', () => ({ metadata_xml: idp.metadata }), 400, 'validation_failed'],
    ['no metadata', () => ({ type: 'saml' }), 400, 'validation_failed'],
    ['metadata that is none', () => ({ type: 'saml', metadata_xml: '<x/>' }), 400, 'validation_failed'],
    [
      'metadata with a document type',
      () => ({ type: 'saml', metadata_xml: `<!DOCTYPE x>${idp.metadata}` }),
      400,
      'validation_failed',
    ],
    [
      'metadata over plain http',
      () => ({ type: 'saml', metadata_url: 'http://idp.example/metadata' }),
      400,
      'validation_failed',
    ],
    [
      'a domain that is none',
      () => ({ type: 'saml', metadata_xml: idp.metadata.replaceAll('idp.', 'x.'), domains: ['a b'] }),
      400,
      'validation_failed',
    ],
    [
      'a provider known already',
      () => ({ type: 'saml', metadata_xml: idp.metadata }),
      422,
      'saml_idp_already_exists',
    ],
    [
      'a domain of another',
      () => ({ type: 'saml', metadata_xml: idp.metadata.replaceAll('idp.', 'y.'), domains: [DOMAIN] }),
      422,
      'sso_domain_already_exists',
    ],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await asAdmin('POST', '/admin/sso/providers', body());
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });

  it('is for the secret key only', async () => {
    const { client } = await signedInClient(server, freshEmail());
    const { data } = await client.getSession();
    const bearer = { authorization: `Bearer ${data.session!.access_token}` };
    expect((await call(server, 'GET', '/admin/sso/providers')).status).toBe(401);
    expect((await call(server, 'GET', '/admin/sso/providers', undefined, bearer)).body['error_code']).toBe(
      'not_admin',
    );
  });
});

describe('npm run solostead -- sso', () => {
  it('adds, lists, changes and removes a company while the server runs', async () => {
    const company = await makeSamlIdentityProvider(`cli-${crypto.randomUUID().slice(0, 8)}`);
    const file = join(server.dataDir, 'metadata.xml');
    writeFileSync(file, company.metadata);
    const domain = `${crypto.randomUUID()}.example`;
    const added = await server.command('sso', 'add', '--metadata', file, '--domains', domain);
    const [id = ''] = added.split(' ');
    expect(added).toContain(company.entityId);
    expect(await server.command('sso', 'list')).toContain(domain);
    expect((await call(server, 'POST', '/sso', { domain })).status).toBe(303);
    expect(await server.command('sso', 'update', id, '--disabled')).toContain('(disabled)');
    expect((await call(server, 'POST', '/sso', { domain })).status).toBe(404);
    await expect(server.command('sso', 'add', '--metadata', file)).rejects.toThrow(/already exists/);
    await server.command('sso', 'remove', id);
    expect(await server.command('sso', 'list')).not.toContain(domain);
    await expect(server.command('sso', 'remove', id)).rejects.toThrow(/no identity provider/);
    rmSync(file);
  });
});
