import { send } from '@solostead/server-testkit/auth/scenario';
import { adminClient, authClient, signedInClient } from '@solostead/server-testkit/auth/clients';
import { expect, test } from '@solostead/server-testkit/fixtures';

test('a method for a missing feature gets an error that names it (contract A7.7)', async ({ server }) => {
  const { client } = await signedInClient(server);
  const { admin } = adminClient(server);
  const ofOauth = [
    client.oauth.getAuthorizationDetails(id),
    client.oauth.approveAuthorization(id, { skipBrowserRedirect: true }),
    client.oauth.listGrants(),
    admin.oauth.listClients(),
    admin.oauth.updateClient(id, {}),
  ];
  const ofProviders = [
    admin.customProviders.listProviders(),
    admin.customProviders.deleteProvider('custom:x'),
  ];
  const refusal = { name: 'AuthApiError', status: 404, code: 'feature_disabled' };
  for (const { error } of await Promise.all(ofOauth))
    expect(error).toMatchObject({ ...refusal, message: OAUTH });
  for (const { error } of await Promise.all(ofProviders))
    expect(error).toMatchObject({ ...refusal, message: 'Custom OAuth providers are disabled' });
});

test.for([
  ['GET', '/.well-known/oauth-authorization-server'],
  ['POST', '/oauth/token'],
] as const)('%s %s answers 404 to anonymous users', async ([method, path], { server }) => {
  const body = method === 'POST' ? {} : undefined;
  expect(await send(server, { method, path, body })).toMatchObject({
    status: 404,
    body: { error_code: 'feature_disabled', msg: OAUTH },
  });
});

test('ignores a captcha token', async ({ server }) => {
  const { error } = await authClient(server).signInWithPassword({
    email: 'unknown@example.org',
    password: 'x',
    options: { captchaToken: 'x' },
  });
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
});

const id = crypto.randomUUID();
const OAUTH = 'OAuth server is disabled';
