import { expect, test } from 'vitest';
import {
  encode,
  makeSamlIdentityProvider,
  readSamlRequest,
  type AssertionOptions,
  type SamlIdentityProvider,
  type SamlRequest,
} from '../../harness/identity/saml.ts';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { authClient, call } from '../../harness/auth/clients.ts';

export { describe, expect } from 'vitest';

/** The domain whose people sign in at the company. */
export const DOMAIN = 'company.example';

/** A server that knows two identity providers, the company's for its domain, and another. */
export interface Company {
  readonly server: TestServer;
  readonly idp: SamlIdentityProvider;
  readonly otherIdp: SamlIdentityProvider;
  /** The server's id of the company's provider. */
  readonly providerId: string;
  /** Sets out to the identity provider as the official client does. */
  setOut(client?: ReturnType<typeof authClient>): Promise<SamlRequest>;
  /** The identity provider's answer about a new person, with optional changes. */
  honest(request: SamlRequest, change?: Partial<AssertionOptions>): AssertionOptions;
  /** Returns like the browser, with a form. */
  comeBack(xml: string, relayState: string): Promise<URL>;
  /** A call with the secret key. */
  asAdmin(method: string, path: string, body?: unknown): ReturnType<typeof call>;
}

/** A test with the fixture `saml`, which the file's tests share. */
export const it = test.extend('saml', { scope: 'file' }, () => startCompany());

async function startCompany(): Promise<Company> {
  const [server, idp, otherIdp] = await Promise.all([
    sharedServer({ env: { SUPABASE_CONFIG: 'everything.toml' } }),
    makeSamlIdentityProvider(),
    makeSamlIdentityProvider('other'),
  ]);
  const asAdmin = (method: string, path: string, body?: unknown) =>
    call(server, method, path, body, {
      authorization: `Bearer ${server.secretKey}`,
      apikey: server.secretKey,
    });
  const made = await asAdmin('POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: [DOMAIN],
    attribute_mapping: { keys: { team: { name: 'team' } } },
  });
  expect(made.status).toBe(201);
  const other = await asAdmin('POST', '/admin/sso/providers', {
    type: 'saml',
    metadata_xml: otherIdp.metadata,
  });
  expect(other.status).toBe(201);
  return {
    server,
    idp,
    otherIdp,
    providerId: made.body['id'] as string,
    setOut: async (client = authClient(server)) => {
      const { data, error } = await client.signInWithSSO({
        domain: DOMAIN,
        options: { redirectTo: `${server.url}/admin`, skipBrowserRedirect: true },
      });
      if (error) throw error;
      expect(data!.url).toMatch(idp.signInUrl);
      return readSamlRequest(data!.url);
    },
    honest: (request, change = {}) => ({
      nameId: `person-${crypto.randomUUID()}`,
      attributes: { email: `p-${crypto.randomUUID()}@${DOMAIN}`, team: 'ops' },
      inResponseTo: request.id,
      acsUrl: request.acsUrl,
      audience: request.issuer,
      ...change,
    }),
    comeBack: async (xml, relayState) => {
      const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ SAMLResponse: encode(xml), RelayState: relayState }),
      });
      expect(response.status).toBe(303);
      return new URL(response.headers.get('location')!);
    },
    asAdmin,
  };
}
