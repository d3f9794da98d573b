import { createHash } from 'node:crypto';
import { refusals, scenarios, send } from '@solostead/server-testkit/auth/scenario';
import { adminClient } from '@solostead/server-testkit/auth/clients';
import { linkFor, open } from '@solostead/server-testkit/auth/mailed-link';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('POST /verify (contract A1.7)', () => {
  const path = '/verify';
  const expired = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
  scenarios(test, [
    {
      title: 'takes the code of recovery with its address, once, and not as one of signup',
      of: async ({ server }) => {
        const { email, code } = await linkFor(server, 'recovery');
        const mistaken = await send(server, { path, body: { type: 'signup', email, token: code } });
        expect(mistaken).toMatchObject({ status: 403, body: expired });
        const body = { type: 'recovery', email, token: code };
        return {
          path,
          body: { ...body, email: email.toUpperCase() },
          status: 200,
          body_has: { token_type: 'bearer', user: { email, email_confirmed_at: expect.any(String) } },
          rows: { sessions: 1, refresh_tokens: 1, one_time_tokens: -1 },
          after: async () => {
            expect(await send(server, { path, body })).toMatchObject({ status: 403, body: expired });
          },
        };
      },
    },
    {
      title: 'refuses a code an hour later',
      of: async ({ server }) => {
        const { email, code, userId } = await linkFor(server, 'recovery');
        const sentEarlier = `update auth.users set recovery_sent_at = now() - interval '61 minutes' where id = $1`;
        await server.sql(sentEarlier, [userId]);
        return { path, body: { type: 'recovery', email, token: code }, status: 403, body_has: expired };
      },
    },
    {
      title: 'refuses another user’s code',
      of: async ({ server }: { server: TestServer }) => {
        const [{ code }, { email }] = [await linkFor(server, 'signup'), await linkFor(server, 'signup')];
        return { path, body: { type: 'signup', email, token: code }, status: 403, body_has: expired };
      },
    },
    {
      title: 'refuses an unknown address in the same words',
      path,
      body: { type: 'signup', email: 'unknown@example.org', token: '123456' },
      status: 403,
      body_has: expired,
    },
    {
      title: 'refuses a banned user, and the code stays good',
      of: async ({ server }: { server: TestServer }) => {
        const { email, code, userId } = await linkFor(server, 'recovery');
        await adminClient(server).admin.updateUserById(userId, { ban_duration: '1h' });
        return {
          path,
          body: { type: 'recovery', email, token: code },
          status: 403,
          body_has: { error_code: 'user_banned' },
        };
      },
    },
    ...refusals({ path }, [
      [
        'wants a type',
        { token: '123456', email: 'a@example.org' },
        400,
        { msg: 'Verify requires a verification type' },
      ],
      [
        'wants a code or a hash',
        { type: 'signup', email: 'a@example.org' },
        400,
        { msg: 'Verify requires either a token or a token hash' },
      ],
      [
        'accepts a hash only without other fields',
        { type: 'signup', token_hash: 'x', email: 'a@example.org' },
        400,
        { msg: 'Only the token_hash and type should be provided' },
      ],
    ]),
  ]);

  test('accepts mailed links only, not the hash of a guessed code (contract A1.7)', async ({ server }) => {
    const { email, code, hash } = await linkFor(server, 'recovery');
    const guessable = createHash('sha224')
      .update(email + code)
      .digest('hex');
    for (const token_hash of [guessable, code, hash.slice(0, -1), `pkce_${hash}`]) {
      const answer = await send(server, { path, body: { type: 'recovery', token_hash } });
      const refusal = { error_code: 'otp_expired', msg: 'Email link is invalid or has expired' };
      expect(answer).toMatchObject({ status: 403, body: refusal });
    }
    expect((await send(server, { path, body: { type: 'recovery', token_hash: hash } })).status).toBe(200);
  });

  test('gives one session for 50 parallel uses of a code', async ({ server }) => {
    const { email, code, userId } = await linkFor(server, 'recovery');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send(server, { path, body: { type: 'recovery', email, token: code } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(403)]);
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [userId])).toHaveLength(1);
  });

  test('confirms no number by a mailed link', async ({ server }) => {
    const { hash, userId } = await linkFor(server, 'signup');
    for (const type of ['sms', 'phone_change']) {
      const refused = await send(server, { path, body: { type, token_hash: hash } });
      expect(refused).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
      expect((await open(`${server.url}/auth/v1/verify?token=${hash}&type=${type}`)).status).toBe(400);
    }
    const { data } = await adminClient(server).admin.getUserById(userId);
    expect(data.user).not.toHaveProperty('phone_confirmed_at');
  });
});
