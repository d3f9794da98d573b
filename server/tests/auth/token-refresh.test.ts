import type { Session } from '@supabase/auth-js';
import { refusals, scenarios, send, refresh, age } from '@solostead/server-testkit/auth/scenario';
import { signedInClient, signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { describe, expect, test, type TestServer } from '@solostead/server-testkit/fixtures';

describe('POST /token?grant_type=refresh_token (contract A2.2)', () => {
  scenarios(test, [
    {
      title:
        'exchanges a token for its child, keeps session, level and sign-in methods, and dates the refresh',
      of: async ({ server }) => {
        const session = await newSession(server);
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
          after: async ({ body }) => {
            const [before, after] = [claimsOf(session.access_token), claimsOf(body['access_token'])];
            expect(after).toMatchObject({
              session_id: before['session_id'],
              amr: before['amr'],
              aal: 'aal1',
            });
            const [row] = await server.sql('select refreshed_at from auth.sessions where id = $1', [
              before['session_id'],
            ]);
            expect(row!['refreshed_at']).not.toBeNull();
          },
        };
      },
    },
    ...refusals({ path: PATH }, [
      [
        'refuses an invalid refresh token',
        { refresh_token: 'NOT A TOKEN' },
        400,
        { error_code: 'validation_failed', msg: 'Refresh token is not valid' },
      ],
      [
        'refuses a token that it never issued',
        { refresh_token: 'aaaaaaaaaaaa' },
        400,
        {
          error_code: 'refresh_token_not_found',
          msg: 'Invalid Refresh Token: Refresh Token Not Found',
        },
      ],
    ]),
    ...[
      {
        title: 'refuses a banned user',
        change: `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
        body_has: { error_code: 'user_banned' },
      },
      {
        title: 'refuses a token whose session has ended',
        change: 'update auth.refresh_tokens set session_id = null where user_id = $1::text',
        body_has: { error_code: 'session_not_found', msg: 'Invalid Refresh Token: No Valid Session Found' },
      },
      {
        title: 'refuses a session past its fixed end',
        change: `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
        body_has: { error_code: 'session_expired' },
      },
    ].map(({ title, change, body_has }) => ({
      title,
      of: async ({ server }: { server: TestServer }) => {
        const { refresh_token, user } = await newSession(server);
        await server.sql(change, [user.id]);
        return { path: PATH, body: { refresh_token }, status: 400, body_has };
      },
    })),
  ]);

  test('returns the same child again after a lost response (contract A2.3)', async ({ server }) => {
    const { refresh_token: first } = await newSession(server);
    const { body } = await refresh(server, first);
    await age(server, first, 86_400);
    const again = await refresh(server, first);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: body['refresh_token'] } });
  });

  test('returns a further child within ten seconds, and continues (contract A2.3)', async ({ server }) => {
    const { refresh_token: first } = await newSession(server);
    const second = (await refresh(server, first)).body['refresh_token'];
    const third = (await refresh(server, second)).body['refresh_token'];
    const sibling = await refresh(server, first);
    expect(sibling.status).toBe(200);
    expect([first, second, third]).not.toContain(sibling.body['refresh_token']);
    expect((await refresh(server, sibling.body['refresh_token'])).status).toBe(200);
  });

  test('keeps one valid token, so that a thief is noticed (contract A2.3)', async ({ server }) => {
    const { refresh_token: first } = await newSession(server);
    const second = (await refresh(server, first)).body['refresh_token'];
    const holders = (await refresh(server, second)).body['refresh_token'];
    const thiefs = (await refresh(server, first)).body['refresh_token'];
    const valid = await server.sql(
      `select token from auth.refresh_tokens where not revoked and session_id =
         (select session_id from auth.refresh_tokens where token = $1)`,
      [first],
    );
    expect(valid).toEqual([{ token: thiefs }]);
    await age(server, holders, 11);
    expect((await refresh(server, holders)).body).toMatchObject({ error_code: 'refresh_token_already_used' });
    expect((await refresh(server, thiefs)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
  });

  test('keeps one valid token of those used at the same time (contract A2.3)', async ({ server }) => {
    const { refresh_token: first, user } = await newSession(server);
    const second = (await refresh(server, first)).body['refresh_token'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, count) => refresh(server, count % 2 === 0 ? first : second)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const valid = 'select token from auth.refresh_tokens where not revoked and user_id = $1';
    expect(await server.sql(valid, [user.id])).toHaveLength(1);
  });

  test('ends the session when a token is used again later (contract A2.3)', async ({ server }) => {
    const person = await signedInClient(server);
    const elsewhere = await signInElsewhere(server, person);
    const session = (await person.client.getSession()).data.session!;
    const first = session.refresh_token;
    const second = (await refresh(server, first)).body['refresh_token'];
    const third = (await refresh(server, second)).body['refresh_token'];
    await age(server, first, 11);
    expect(await refresh(server, first)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
    });
    for (const token of [first, second, third]) {
      expect(await refresh(server, token)).toMatchObject({
        status: 400,
        body: { error_code: 'refresh_token_not_found' },
      });
    }
    expect((await elsewhere.refreshSession()).error).toBeNull();
    const user = await send(server, { path: '/user', as: session.access_token });
    expect(user).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  });
});

const PATH = '/token?grant_type=refresh_token';

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

async function newSession(server: TestServer): Promise<Session> {
  const { client } = await signedInClient(server);
  return (await client.getSession()).data.session!;
}
