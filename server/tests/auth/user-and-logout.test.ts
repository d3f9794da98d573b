import { bearerOf } from '@solostead/server-testkit/auth/second-factor';
import { UnsecuredJWT } from 'jose';
import { scenarios } from '@solostead/server-testkit/auth/scenario';
import { adminClient, authClient, signedInClient } from '@solostead/server-testkit/auth/clients';
import { describe, expect, test, type TestServer } from '@solostead/server-testkit/fixtures';

describe('GET /user', () => {
  test('returns the account of the token (contract A0.12 and A3.1)', async ({ server }) => {
    const { client, user } = await signedInClient(server);
    expect((await client.getUser()).data.user).toEqual(user);
    expect(user.identities).toMatchObject([{ provider: 'email', id: user.id, user_id: user.id }]);
  });

  scenarios(test, [
    {
      title: 'wants a bearer',
      path: '/user',
      status: 401,
      body_has: { error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
    },
    {
      title: 'refuses a token that it did not sign (contract A0.3)',
      path: '/user',
      as: new UnsecuredJWT({ sub: crypto.randomUUID(), role: 'authenticated' }).encode(),
      status: 403,
      body_has: {
        error_code: 'bad_jwt',
        msg: 'invalid JWT: unable to parse or verify signature, signature is invalid',
      },
    },
    ...[
      {
        title: 'reports a deleted user (contract A0.4)',
        end: (server: TestServer, id: string): Promise<unknown> => adminClient(server).admin.deleteUser(id),
        body_has: { error_code: 'user_not_found', msg: 'User from sub claim in JWT does not exist' },
      },
      {
        title: 'reports a session that has ended (contract A0.4)',
        end: (server: TestServer, id: string): Promise<unknown> =>
          server.sql('delete from auth.sessions where user_id = $1', [id]),
        body_has: {
          error_code: 'session_not_found',
          msg: 'Session from session_id claim in JWT does not exist',
        },
      },
      {
        title: 'shuts a banned user out at once (contract A0.4)',
        end: (server: TestServer, id: string): Promise<unknown> =>
          adminClient(server).admin.updateUserById(id, { ban_duration: '24h' }),
        body_has: { error_code: 'user_banned', msg: 'User is banned' },
      },
    ].map(({ title, end, body_has }) => ({
      title,
      of: async ({ server }: { server: TestServer }) => {
        const { client, user } = await signedInClient(server);
        const as = await bearerOf(client);
        await end(server, user.id);
        return { path: '/user', as, status: 403, body_has };
      },
    })),
    {
      title: 'uses the newer error format for clients of the 2024 version (contract A0.1)',
      path: '/user',
      headers: { 'x-supabase-api-version': '2024-01-01' },
      status: 401,
      body_has: { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
      after: ({ headers, body }) => {
        expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
        expect(headers.get('x-sb-error-code')).toBe('no_authorization');
        expect(body).not.toHaveProperty('msg');
      },
    },
    {
      title: 'answers unknown paths in JSON',
      path: '/no-such-path',
      status: 404,
      body_has: { error_code: 'not_found' },
    },
  ]);
});

describe('POST /logout (contract A3.3)', () => {
  async function threeSessions(server: TestServer) {
    const first = await signedInClient(server);
    const email = first.user.email!;
    const others = [authClient(server), authClient(server)];
    for (const other of others) await other.signInWithPassword({ email, password: first.password });
    return { clients: [first.client, ...others], userId: first.user.id };
  }
  const livingSessions = async (server: TestServer, userId: string): Promise<number> => {
    const rows = await server.sql('select id from auth.sessions where user_id = $1', [userId]);
    return rows.length;
  };

  test('of a token is open to the secret key', async ({ server }) => {
    const { clients, userId } = await threeSessions(server);
    const token = await bearerOf(clients[0]!);
    expect((await adminClient(server).admin.signOut(token)).error).toBeNull();
    expect(await livingSessions(server, userId)).toBe(0);
  });

  test.for([
    { scope: 'local', living: 2 },
    { scope: 'others', living: 1 },
  ] as const)('ends the sessions of scope $scope, tokens included', async ({ scope, living }, { server }) => {
    const { clients, userId } = await threeSessions(server);
    const { error } = await clients[0]!.signOut({ scope });
    expect(error).toBeNull();
    expect(await livingSessions(server, userId)).toBe(living);
    const tokens = await server.sql('select 1 from auth.refresh_tokens where user_id = $1', [userId]);
    expect(tokens.length).toBe(living);
  });

  scenarios(test, [
    {
      title: 'answers 204 without a body, and ends everything by default',
      of: async ({ server }) => {
        const { client } = await signedInClient(server);
        return {
          method: 'POST',
          path: '/logout',
          as: await bearerOf(client),
          status: 204,
          rows: { sessions: -1, refresh_tokens: -1 },
          after: ({ text }) => expect(text).toBe(''),
        };
      },
    },
    {
      title: 'refuses other scopes',
      of: async ({ server }) => {
        const { client } = await signedInClient(server);
        return {
          method: 'POST',
          path: '/logout?scope=everyone',
          as: await bearerOf(client),
          status: 400,
          body_has: { error_code: 'validation_failed' },
        };
      },
    },
  ]);
});
