import type { GoTrueClient } from '@supabase/auth-js';
import { send } from '../harness/auth/scenario.ts';
import { adminClient, authClient, signedInClient } from '../harness/auth/clients.ts';
import { describe, expect, test } from '../harness/fixtures.ts';

let person: GoTrueClient;
let admin: GoTrueClient['admin'];

test.beforeAll(async ({ server }) => {
  ({ client: person } = await signedInClient(server));
  ({ admin } = adminClient(server));
});

describe('a client method for an unsupported feature gets an error that names it (contract A7.7)', () => {
  test.each<[string, string, () => Promise<{ error: unknown }>]>([
    ['oauth.getAuthorizationDetails', OAUTH, () => person.oauth.getAuthorizationDetails(id)],
    ['oauth.approveAuthorization', OAUTH, () => person.oauth.approveAuthorization(id, without)],
    ['oauth.denyAuthorization', OAUTH, () => person.oauth.denyAuthorization(id, without)],
    ['oauth.listGrants', OAUTH, () => person.oauth.listGrants()],
    ['oauth.revokeGrant', OAUTH, () => person.oauth.revokeGrant({ clientId: id })],
    ['admin.oauth.listClients', OAUTH, () => admin.oauth.listClients()],
    ['admin.oauth.createClient', OAUTH, () => admin.oauth.createClient(oauthClient)],
    ['admin.oauth.getClient', OAUTH, () => admin.oauth.getClient(id)],
    ['admin.oauth.updateClient', OAUTH, () => admin.oauth.updateClient(id, {})],
    ['admin.oauth.deleteClient', OAUTH, () => admin.oauth.deleteClient(id)],
    ['admin.oauth.regenerateClientSecret', OAUTH, () => admin.oauth.regenerateClientSecret(id)],
    ['admin.customProviders.listProviders', CUSTOM, () => admin.customProviders.listProviders()],
    ['admin.customProviders.createProvider', CUSTOM, () => admin.customProviders.createProvider(provider)],
    ['admin.customProviders.getProvider', CUSTOM, () => admin.customProviders.getProvider('custom:x')],
    [
      'admin.customProviders.updateProvider',
      CUSTOM,
      () => admin.customProviders.updateProvider('custom:x', {}),
    ],
    ['admin.customProviders.deleteProvider', CUSTOM, () => admin.customProviders.deleteProvider('custom:x')],
  ])('%s', async (_method, message, ask) => {
    const { error } = await ask();
    expect(error).toMatchObject({ name: 'AuthApiError', status: 404, code: 'feature_disabled', message });
  });

  test('a custom provider, for sign-in and for linking', async ({ server }) => {
    const credentials = { provider: 'custom:x', token: 'x.y.z' } as never;
    expect((await authClient(server).signInWithIdToken(credentials)).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Custom OIDC provider "custom:x" not allowed',
    });
    expect((await person.linkIdentity(credentials)).error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
    });
  });
});

describe('the endpoints of an OAuth 2.1 server', () => {
  test.for([
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/oauth/authorize?response_type=code&client_id=x'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/clients/register'],
    ['GET', '/oauth/userinfo'],
    ['GET', `/oauth/authorizations/${id}`],
    ['POST', `/oauth/authorizations/${id}/consent`],
  ] as const)('%s %s answers 404 to anonymous users', async ([method, path], { server }) => {
    const body = method === 'POST' ? {} : undefined;
    expect(await send(server, { method, path, body })).toMatchObject({
      status: 404,
      body: { error_code: 'feature_disabled', msg: OAUTH },
    });
  });

  test.for(['/user/oauth/grants', '/admin/oauth/clients', '/admin/custom-providers'])(
    'GET %s refuses anonymous users',
    async (path, { server }) => {
      expect(await send(server, { path })).toMatchObject({
        status: 401,
        body: { error_code: 'no_authorization' },
      });
    },
  );
});

test.for(['captcha_token', 'x'])('ignores a captcha token: %s', async (captchaToken, { server }) => {
  const { error } = await authClient(server).signInWithPassword({
    email: 'unknown@example.org',
    password: 'x',
    options: { captchaToken },
  });
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
});

const id = crypto.randomUUID();
const OAUTH = 'OAuth server is disabled';
const CUSTOM = 'Custom OAuth providers are disabled';
const oauthClient = { client_name: 'x', redirect_uris: ['https://app.example/'] };
const provider = {
  provider_type: 'oidc',
  identifier: 'custom:x',
  name: 'x',
  client_id: 'x',
  client_secret: 'y',
} as const;
const without = { skipBrowserRedirect: true };
