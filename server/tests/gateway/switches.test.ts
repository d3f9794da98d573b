import { createHmac } from 'node:crypto';
import { GoTrueClient } from '@supabase/auth-js';
import { signToken } from '@solostead/server-testkit/identity/token';
import { describe, expect, type TestServer, testStarting } from '@solostead/server-testkit/fixtures';

const JWT_SECRET = 'a-shared-secret-of-an-older-project-0123456789';
// Its own server, because it adds roles and a table.
const test = testStarting({ env: { API_KEY: 'optional', JWT_ROLES: 'auditor,ungranted', JWT_SECRET } });

test.beforeAll(async ({ server: open }) => {
  await open.sql(`create role auditor nologin; create role ungranted nologin; create role unlisted nologin;
    grant auditor, unlisted to authenticator; grant usage on schema public to auditor, unlisted;
    create table public.audited (id int); insert into public.audited values (1);
    revoke all on public.audited from public, anon, authenticated;
    grant select on public.audited to auditor, unlisted; notify pgrst, 'reload schema'`);
});

describe('API_KEY=optional', () => {
  test('treats a request without a key like one with the publishable key', async ({ server: open }) => {
    expect(await ask(open, '/auth/v1/settings', {})).toMatchObject({ status: 200 });
    expect(await ask(open, '/rest/v1/audited', {})).toMatchObject({ status: 401, body: { code: '42501' } });
    const bearer = { authorization: `Bearer ${signToken({ role: 'auditor' })}` };
    expect(await ask(open, '/rest/v1/audited', bearer)).toMatchObject({ status: 200, body: [{ id: 1 }] });
  });

  test('lets the official client omit the key, without giving it admin rights', async ({ server: open }) => {
    const client = new GoTrueClient({
      url: `${open.url}/auth/v1`,
      persistSession: false,
      autoRefreshToken: false,
    });
    const { password } = await open.addUser('without-key@example.org');
    const { data } = await client.signInWithPassword({ email: 'without-key@example.org', password });
    expect((await client.getUser(data.session!.access_token)).data.user?.email).toBe(
      'without-key@example.org',
    );
    expect((await client.refreshSession(data.session!)).error).toBeNull();
    expect((await client.admin.listUsers()).error).toMatchObject({ status: 401, code: 'no_authorization' });
  });

  test('refuses a wrong key, and the secret key as a bearer alone', async ({ server: open }) => {
    expect(await ask(open, '/auth/v1/settings', { apikey: 'nonsense' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid API key' },
    });
    const alone = { authorization: `Bearer ${open.secretKey}` };
    expect((await ask(open, '/auth/v1/admin/users', alone)).status).toBe(403);
    expect((await ask(open, '/rest/v1/audited', alone)).status).toBe(401);
  });
});

describe('JWT_ROLES', () => {
  test('lets a token use the roles that it lists, with their own rights', async ({ server: open }) => {
    expect(await reading(open, 'auditor')).toMatchObject({ status: 200, body: [{ id: 1 }] });
    const writing = await fetch(`${open.url}/rest/v1/audited`, {
      method: 'POST',
      headers: {
        apikey: open.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${signToken({ role: 'auditor' })}`,
      },
      body: '{"id":2}',
    });
    expect(writing.status).toBe(403);
  });

  test.for(['unlisted', 'postgres', 'supabase_admin', 'authenticator'])(
    'refuses %s, which it does not list',
    async (role, { server: open }) => {
      expect(await reading(open, role)).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
    },
  );

  test('refuses a role that it lists but authenticator may not use', async ({ server: open }) => {
    const { status, body } = await reading(open, 'ungranted');
    expect([status, body['code']]).toEqual([403, '42501']);
  });

  test('does not accept such a token as an administrator or as an API key', async ({ server: open }) => {
    const token = signToken({ role: 'auditor' });
    const admin = { apikey: open.publishableKey, authorization: `Bearer ${token}` };
    expect((await ask(open, '/auth/v1/admin/users', admin)).status).toBe(403);
    expect((await ask(open, '/rest/v1/audited', { apikey: token })).status).toBe(401);
  });
});

describe('JWT_SECRET', () => {
  const legacyKey = signedWith(JWT_SECRET, { role: 'service_role', iss: 'supabase' });

  test('lets legacy keys and tokens read', async ({ server: open }) => {
    const bearer = { apikey: open.publishableKey, authorization: `Bearer ${legacyKey}` };
    expect(await ask(open, '/rest/v1/notes', { apikey: legacyKey })).toMatchObject({ status: 200 });
    expect(await ask(open, '/rest/v1/notes', bearer)).toMatchObject({ status: 200 });
  });

  test('lets a legacy key repeated as the bearer, which is a token, call a function that verifies tokens', async ({
    server: open,
  }) => {
    const headers = { apikey: legacyKey, authorization: `Bearer ${legacyKey}` };
    const body = JSON.stringify({ name: 'Ada' });
    const response = await fetch(`${open.url}/functions/v1/guarded`, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({ greeting: 'Hello Ada' });
  });
});

function signedWith(secret: string, claims: object): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

async function ask(server: TestServer, path: string, headers: Record<string, string>) {
  const response = await fetch(server.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const reading = async (server: TestServer, role: string) =>
  ask(server, '/rest/v1/audited', {
    apikey: server.publishableKey,
    authorization: `Bearer ${signToken({ role })}`,
  });
