import {
  type AssertionOptions,
  readSamlRequest,
  type SamlRequest,
} from '@solostead/server-testkit/identity/saml';
import { adoptSession, authClient, call, signedInClient } from '@solostead/server-testkit/auth/clients';
import { type Company, describe, DOMAIN, expect, it } from './saml-company.ts';

describe('signing in at a company', () => {
  it.for(['assertion', 'response'] as const)('works with a signed %s', async (signed, { saml }) => {
    const client = authClient(saml.server);
    const request = await saml.setOut(client);
    const options = saml.honest(request, { signed });
    const back = await saml.comeBack(saml.idp.response(options), request.relayState);
    expect(back.pathname).toBe('/admin');
    const user = await adoptSession(client, back);
    expect(user.email).toBe(options.attributes!['email']);
    expect(user.app_metadata).toMatchObject({ provider: `sso:${saml.providerId}` });
    expect(user.identities).toMatchObject([
      {
        provider: `sso:${saml.providerId}`,
        id: options.nameId,
        identity_data: { custom_claims: { team: 'ops' }, iss: saml.idp.entityId },
      },
    ]);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: 'sso/saml' }]);
  });

  it('never merges with an account of the same address', async ({ saml }) => {
    const { user } = await signedInClient(saml.server, `own-${crypto.randomUUID()}@${DOMAIN}`);
    const request = await saml.setOut();
    const options = saml.honest(request, { attributes: { email: user.email! } });
    const employee = await signIn(saml, request, options);
    expect(employee.email).toBe(user.email);
    expect(employee.id).not.toBe(user.id);
  });

  it.for(['implicit', 'pkce'] as const)(
    'ends with its access token when the identity provider demands it (%s)',
    async (flowType, { saml }) => {
      const client = authClient(saml.server, { flowType });
      const request = await saml.setOut(client);
      const options = saml.honest(request, { sessionNotOnOrAfter: 600 });
      const back = await saml.comeBack(saml.idp.response(options), request.relayState);
      const code = back.searchParams.get('code');
      expect([code !== null, back.hash === '']).toEqual(Array(2).fill(flowType === 'pkce'));
      const user = code
        ? (await client.exchangeCodeForSession(code)).data.user!
        : await adoptSession(client, back);
      const [session] = await saml.server.sql<{ minutes: number }>(
        `select extract(epoch from not_after - now())::int / 60 as minutes from auth.sessions where user_id = $1`,
        [user.id],
      );
      expect(session?.minutes).toBeGreaterThanOrEqual(8);
      expect(session?.minutes).toBeLessThanOrEqual(10);
      const { data } = await client.getSession();
      expect(data.session!.expires_at! * 1_000 - Date.now()).toBeLessThanOrEqual(600_000);
    },
  );

  it('works by the provider’s id, and by redirect, and leads only to allowed targets', async ({ saml }) => {
    const byId = await call(saml.server, 'POST', '/sso', {
      provider_id: saml.providerId,
      redirect_to: 'https://evil.example/',
      skip_http_redirect: true,
    });
    expect(byId.status).toBe(200);
    expect(byId.body['url']).toContain(saml.idp.signInUrl);
    const request = readSamlRequest(byId.body['url'] as string);
    const back = await saml.comeBack(saml.idp.response(saml.honest(request)), request.relayState);
    expect(back.origin).toBe(saml.server.url);
    const byRedirect = await call(saml.server, 'POST', '/sso', { domain: DOMAIN.toUpperCase() });
    expect(byRedirect.status).toBe(303);
    expect(byRedirect.headers.get('location')).toContain(saml.idp.signInUrl);
  });
});

describe('POST /sso (contract A5.3)', () => {
  it.for<[object, number, string]>([
    [{}, 400, 'validation_failed'],
    [{ domain: 'unknown.example' }, 404, 'sso_provider_not_found'],
    [{ provider_id: 'nonsense' }, 404, 'sso_provider_not_found'],
    [{ domain: DOMAIN, provider_id: crypto.randomUUID() }, 400, 'validation_failed'],
  ])('refuses %j', async ([body, status, code], { saml }) => {
    const answer = await call(saml.server, 'POST', '/sso', body);
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });
});

describe('the SAML metadata of this server', () => {
  it('is published for identity providers', async ({ saml }) => {
    const response = await fetch(`${saml.server.url}/auth/v1/sso/saml/metadata`);
    expect(response.headers.get('content-type')).toContain('application/xml');
    const xml = await response.text();
    expect(xml).toContain(`entityID="${saml.server.url}/auth/v1/sso/saml/metadata"`);
    expect(xml).toContain(`Location="${saml.server.url}/auth/v1/sso/saml/acs"`);
  });
});

const signIn = async (saml: Company, { relayState }: SamlRequest, options: AssertionOptions) =>
  adoptSession(authClient(saml.server), await saml.comeBack(saml.idp.response(options), relayState));
