import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { knownPassword } from '@solostead/server-testkit/servers/keys';
import { passwordHashes, refusals, scenarios, send } from '@solostead/server-testkit/auth/scenario';
import { adminClient, authClient, freshEmail } from '@solostead/server-testkit/auth/clients';
import { describe, expect, test } from '@solostead/server-testkit/fixtures';

test.beforeAll(async ({ server }) => {
  const { admin } = adminClient(server);
  await admin.createUser({ email: known, password_hash, email_confirm: true });
  await admin.createUser({ email: unconfirmed, password_hash });
  await admin.createUser({ email: banned, password_hash, email_confirm: true, ban_duration: '24h' });
  await admin.createUser({ email: common, password: 'password123', email_confirm: true });
});

describe('POST /token?grant_type=password (contract A2.1)', () => {
  const session = { sessions: 1, refresh_tokens: 1 };
  const refused = { error_code: 'invalid_credentials', msg: 'Invalid login credentials' };
  scenarios(test, [
    {
      title:
        'gives a session with every member the client reads, in any case of the address (contracts A0.8 and A0.11)',
      path: PATH,
      body: { email: known.toUpperCase(), password: PASSWORD },
      status: 200,
      body_has: {
        token_type: 'bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
        user: { email: known, phone: '', aud: 'authenticated', role: 'authenticated', is_anonymous: false },
      },
      lacks: [PASSWORD, '$2a$', 'encrypted_password', 'weak_password'],
      rows: session,
    },
    {
      title: 'reports a password that would be refused today, and signs in',
      path: PATH,
      body: { email: common, password: 'password123' },
      status: 200,
      body_has: { weak_password: { reasons: ['pwned'], message: expect.any(String) } },
      rows: session,
    },
    ...refusals({ path: PATH }, [
      [
        'reports an unconfirmed address to its owner',
        { email: unconfirmed, password: PASSWORD },
        400,
        { error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
      ],
      [
        'does not reveal to others that an address is unconfirmed',
        { email: unconfirmed, password: 'x' },
        400,
        refused,
      ],
      [
        'refuses a banned user',
        { email: banned, password: PASSWORD },
        400,
        { error_code: 'user_banned', msg: 'User is banned' },
      ],
      ['refuses a body that is no JSON (contract A0.3)', '{"email":', 400, 'bad_json'],
    ]),
    ...refusals({ path: '/token?grant_type=constructor' }, [
      ['refuses unknown grants (contract A2.7)', {}, 400, { msg: 'unsupported_grant_type' }],
    ]),
  ]);

  test('refuses a password that was replaced while the request waited', async ({ server }) => {
    const email = freshEmail();
    const { password } = await server.addUser(email);
    const replaced = `update auth.users set encrypted_password = 'other' where email = $1`;
    const other = await holdRows(server, replaced, [email]);
    const attempt = authClient(server).signInWithPassword({ email, password });
    await lockWaits(server);
    await other.query('commit');
    expect((await attempt).error?.code).toBe('invalid_credentials');
  });

  test.for([
    ['an unknown address', 'unknown@example.org'],
    ['a wrong password', known],
  ])('refuses %s in the same words after comparing one password', async ([_what, email], { server }) => {
    const before = await passwordHashes(server);
    const answer = await send(server, { path: PATH, body: { email, password: 'wrong' } });
    expect(answer).toMatchObject({ status: 400, body: refused });
    expect(answer.text).not.toContain(email);
    expect((await passwordHashes(server)) - before).toBe(1);
  });

  test('leaves a trace of successes and failures, without secrets', async ({ server }) => {
    const email = freshEmail();
    const client = authClient(server);
    await server.addUser(email);
    await client.signInWithPassword({ email, password: 'wrong-secret' });
    await client.signInWithPassword({ email, password: PASSWORD });
    const entries = await server.sql<{ payload: { action: string }; ip_address: string }>(
      'select a.* from auth.audit_log_entries a join auth.users u on u.id::text = a.payload ->> $2 where u.email = $1 order by a.created_at',
      [email, 'actor_id'],
    );
    expect(entries.map(({ payload }) => payload.action)).toEqual(['user_signedup', 'login_failed', 'login']);
    expect(entries.every((entry) => entry.ip_address !== '')).toBe(true);
    const everything = JSON.stringify(await server.sql('select * from auth.audit_log_entries'));
    expect(everything).not.toContain('wrong-secret');
    expect(everything).not.toContain(PASSWORD);
    expect(JSON.stringify(server.log)).not.toContain('wrong-secret');
  });
});

const PATH = '/token?grant_type=password';
const { password: PASSWORD, hash: password_hash } = knownPassword;
const known = freshEmail();
const unconfirmed = freshEmail();
const banned = freshEmail();
const common = freshEmail();
