import { expect, test } from 'vitest';
import {
  encode,
  makeSamlIdentityProvider,
  readSamlRequest,
  type AssertionOptions,
  type SamlRequest,
} from '@solostead/server-testkit/identity/saml';
import { sharedServer } from '@solostead/server-testkit/servers/server';
import { authClient, call } from '@solostead/server-testkit/auth/clients';

export { describe, expect } from 'vitest';

/** The domain whose people sign in at the company. */
export const DOMAIN = 'company.example';

export type Company = Awaited<ReturnType<typeof startCompany>>;

/** A test with the fixture `saml`, which the file's tests share. */
export const it = test.extend('saml', { scope: 'file' }, () => startCompany());

/** Starts a server that knows two identity providers, the company's for its domain, and another. */
async function startCompany() {
  const [server, idp, otherIdp] = await Promise.all([
    sharedServer({ env: { SUPABASE_CONFIG: 'open.toml' } }),
    makeSamlIdentityProvider(),
    makeSamlIdentityProvider('other'),
  ]);
  /** A call with the secret key. */
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
    /** The server's id of the company's provider. */
    providerId: made.body['id'] as string,
    /** Sets out to the identity provider as the official client does. */
    setOut: async (client = authClient(server)): Promise<SamlRequest> => {
      const { data, error } = await client.signInWithSSO({
        domain: DOMAIN,
        options: { redirectTo: `${server.url}/admin`, skipBrowserRedirect: true },
      });
      if (error) throw error;
      expect(data!.url).toMatch(idp.signInUrl);
      return readSamlRequest(data!.url);
    },
    /** The identity provider's answer about a new person, with optional changes. */
    honest: (request: SamlRequest, change: Partial<AssertionOptions> = {}): AssertionOptions => ({
      nameId: `person-${crypto.randomUUID()}`,
      attributes: { email: `p-${crypto.randomUUID()}@${DOMAIN}`, team: 'ops' },
      inResponseTo: request.id,
      acsUrl: request.acsUrl,
      audience: request.issuer,
      ...change,
    }),
    /** Returns like the browser, with a form. */
    comeBack: async (xml: string, relayState: string): Promise<URL> => {
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
