import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../harness/servers/server.ts';
import { scenarios, send } from '../harness/auth/scenario.ts';
import { authClient, signedInClient } from '../harness/auth/clients.ts';

const PATH = '/token?grant_type=refresh_token';
let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function newSession(): Promise<Session> {
  const { client } = await signedInClient(server);
  return (await client.getSession()).data.session!;
}

const refresh = (refresh_token: string) => send(server, { path: PATH, body: { refresh_token } });

/** Makes a token look as if it had been revoked `seconds` ago. */
const age = (token: string, seconds: number) =>
  server.sql(
    `update auth.refresh_tokens set updated_at = now() - make_interval(secs => $2) where token = $1`,
    [token, seconds],
  );

describe('POST /token?grant_type=refresh_token (contract A2.2)', () => {
  scenarios(
    () => server,
    [
      {
        title: 'exchanges a token for its child',
        of: async () => {
          const session = await newSession();
          return {
            path: PATH,
            body: { refresh_token: session.refresh_token },
            status: 200,
            body_has: {
              token_type: 'bearer',
              expires_in: 3600,
              user: { id: session.user.id },
              refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
            },
            lacks: [session.refresh_token],
            rows: { refresh_tokens: 1 },
          };
        },
      },
      {
        title: 'refuses an invalid refresh token',
        path: PATH,
        body: { refresh_token: 'NOT A TOKEN' },
        status: 400,
        body_has: { error_code: 'validation_failed', msg: 'Refresh token is not valid' },
      },
      {
        title: 'refuses none',
        path: PATH,
        body: {},
        status: 400,
        body_has: { msg: 'Refresh token is not valid' },
      },
      {
        title: 'refuses a token that it never issued',
        path: PATH,
        body: { refresh_token: 'aaaaaaaaaaaa' },
        status: 400,
        body_has: {
          error_code: 'refresh_token_not_found',
          msg: 'Invalid Refresh Token: Refresh Token Not Found',
        },
      },
      {
        title: 'refuses a banned user',
        of: async () => {
          const session = await newSession();
          await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
            session.user.id,
          ]);
          return {
            path: PATH,
            body: { refresh_token: session.refresh_token },
            status: 400,
            body_has: { error_code: 'user_banned' },
          };
        },
      },
      {
        title: 'refuses a token whose session has ended',
        of: async () => {
          const session = await newSession();
          await server.sql('update auth.refresh_tokens set session_id = null where token = $1', [
            session.refresh_token,
          ]);
          return {
            path: PATH,
            body: { refresh_token: session.refresh_token },
            status: 400,
            body_has: {
              error_code: 'session_not_found',
              msg: 'Invalid Refresh Token: No Valid Session Found',
            },
          };
        },
      },
      {
        title: 'refuses a session past its fixed end',
        of: async () => {
          const session = await newSession();
          await server.sql(
            `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
            [session.user.id],
          );
          return {
            path: PATH,
            body: { refresh_token: session.refresh_token },
            status: 400,
            body_has: { error_code: 'session_expired' },
          };
        },
      },
    ],
  );

  test('returns the same child again to a client that lost the response, at any age (contract A2.3)', async () => {
    const { refresh_token: first } = await newSession();
    const { body } = await refresh(first);
    await age(first, 86_400);
    const again = await refresh(first);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: body['refresh_token'] } });
  });

  test('returns a further child within ten seconds, and the family continues (contract A2.3)', async () => {
    const { refresh_token: first } = await newSession();
    const second = (await refresh(first)).body['refresh_token'];
    const third = (await refresh(second)).body['refresh_token'];
    const sibling = await refresh(first);
    expect(sibling.status).toBe(200);
    expect([first, second, third]).not.toContain(sibling.body['refresh_token']);
    expect((await refresh(sibling.body['refresh_token'])).status).toBe(200);
  });

  /** A session three tokens long whose first one was revoked beyond the time of grace. */
  async function longSession() {
    const session = await newSession();
    const first = session.refresh_token;
    const second = (await refresh(first)).body['refresh_token'];
    const third = (await refresh(second)).body['refresh_token'];
    await age(first, 11);
    return { session, tokens: [first, second, third] };
  }
  const livingSessions = (userId: string) =>
    server.sql('select 1 from auth.sessions where user_id = $1', [userId]);

  test('ends the session when a token is used again later, its access token too (contract A2.3)', async () => {
    const { session, tokens } = await longSession();
    expect(await refresh(tokens[0]!)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
    });
    for (const token of tokens) {
      expect(await refresh(token)).toMatchObject({
        status: 400,
        body: { error_code: 'refresh_token_not_found' },
      });
    }
    expect(await livingSessions(session.user.id)).toEqual([]);
    const user = await send(server, { path: '/user', as: session.access_token });
    expect(user).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });

  test('returns no child of a session whose tokens were all revoked a moment ago, and ends nothing', async () => {
    const { refresh_token, user } = await newSession();
    await server.sql(
      'update auth.refresh_tokens set revoked = true, updated_at = now() where user_id = $1::uuid::text',
      [user.id],
    );
    const { status, body } = await refresh(refresh_token);
    expect([status, body['error_code']]).toEqual([400, 'refresh_token_already_used']);
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [user.id])).toHaveLength(1);
  });

  test('keeps the account’s other sessions in that case', async () => {
    const { client, user, password } = await signedInClient(server);
    const [email, elsewhere] = [user.email!, authClient(server)];
    await elsewhere.signInWithPassword({ email, password });
    const first = (await client.getSession()).data.session!.refresh_token;
    await refresh((await refresh(first)).body['refresh_token']);
    await age(first, 11);
    expect((await refresh(first)).status).toBe(400);
    expect((await elsewhere.refreshSession()).error).toBeNull();
    expect(await livingSessions(user.id)).toHaveLength(1);
  });

  test('refuses twenty parallel uses of a stolen token, and ends the session once', async () => {
    const { session, tokens } = await longSession();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens[0]!)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(400));
    const codes = answers.map(({ body }) => body['error_code']);
    expect(codes.filter((code) => code === 'refresh_token_already_used')).toHaveLength(1);
    expect(await livingSessions(session.user.id)).toEqual([]);
  });

  test.each([1, 2, 3])('leaves one child after 50 parallel uses (round %i)', async () => {
    const { refresh_token: first, user } = await newSession();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const children = new Set(answers.map(({ body }) => body['refresh_token']));
    expect(children.size).toBe(1);
    const tokens = await server.sql(
      'select token, revoked from auth.refresh_tokens where user_id = $1 order by id',
      [user.id],
    );
    expect(tokens).toEqual([
      { token: first, revoked: true },
      { token: [...children][0], revoked: false },
    ]);
  });

  test('keeps session, level and sign-in methods, and dates the refresh', async () => {
    const session = await newSession();
    const { body } = await refresh(session.refresh_token);
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
    const [before, after] = [claims(session.access_token), claims(body['access_token'])];
    expect(after).toMatchObject({ session_id: before.session_id, amr: before.amr, aal: 'aal1' });
    const [row] = await server.sql('select refreshed_at from auth.sessions where id = $1', [
      before.session_id,
    ]);
    expect(row!['refreshed_at']).not.toBeNull();
  });

  test('reports a session that was ended elsewhere, tokens and all', async () => {
    const { client, user } = await signedInClient(server);
    await server.sql('delete from auth.sessions where user_id = $1', [user.id]);
    const { error } = await client.refreshSession();
    expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'refresh_token_not_found' });
  });
});
