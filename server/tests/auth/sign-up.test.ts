import { mailsTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import { passwordHashes, refusals, scenarios, send } from '@solostead/server-testkit/auth/scenario';
import { PASSWORD, adminClient, authClient, freshEmail } from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

test.beforeAll(async ({ server }) => {
  await server.addUser(known);
});

describe('POST /signup', () => {
  const path = '/signup';
  const fresh = freshEmail();
  scenarios(test, [
    {
      title:
        'makes an unconfirmed account, keeps the browser’s code challenge, mails a code and gives no token (contract A1.1)',
      path,
      body: {
        email: fresh,
        password: PASSWORD,
        data: { colour: 'green', sub: 'forged', email_verified: true },
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 's256',
      },
      status: 200,
      body_has: {
        email: fresh,
        role: 'authenticated',
        confirmation_sent_at: expect.any(String),
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { colour: 'green', email: fresh, email_verified: false, phone_verified: false },
        identities: [{ provider: 'email' }],
      },
      lacks: ['access_token', 'refresh_token', 'forged', PASSWORD],
      rows: { users: 1, identities: 1, one_time_tokens: 1, flow_state: 1 },
    },
    {
      title: 'makes no second account of an unconfirmed address',
      path,
      body: {
        email: fresh.toUpperCase(),
        password: PASSWORD,
        code_challenge: null,
        code_challenge_method: null,
      },
      status: 200,
      body_has: { email: fresh },
    },
    {
      title: 'answers a known address with a made-up user (contract A1.1)',
      path,
      body: { email: known, password: PASSWORD, data: { a: 1 } },
      status: 200,
      body_has: { email: known, identities: [], user_metadata: { a: 1 } },
      lacks: ['access_token', 'last_sign_in_at', 'email_confirmed_at'],
    },
    ...refusals({ path }, [
      [
        'refuses short passwords (contract A0.9)',
        { email: freshEmail(), password: 'short' },
        422,
        {
          error_code: 'weak_password',
          msg: 'Password should be at least 8 characters.',
          weak_password: { reasons: ['length'] },
        },
      ],
      [
        'refuses passwords that bcrypt would cut (contract A0.9)',
        { email: freshEmail(), password: 'é'.repeat(37) },
        400,
        { msg: 'Password cannot be longer than 72 characters' },
      ],
      [
        'refuses metadata beyond the maximum size',
        { email: freshEmail(), password: PASSWORD, data: { large: 'x'.repeat(4_096) } },
        400,
        'bad_json',
      ],
      [
        'refuses an address that is none (contract A0.8)',
        { email: 'not-an-address', password: PASSWORD },
        400,
        'validation_failed',
      ],
      [
        'wants a password',
        { email: freshEmail() },
        400,
        { error_code: 'validation_failed', msg: 'Signup requires a valid password' },
      ],
    ]),
    {
      title: 'makes a nameless account with exactly the data sent (contract A1.3)',
      path,
      body: { data: { a: 1 } },
      status: 200,
      body_has: { user: { is_anonymous: true, email: '', phone: '', user_metadata: { a: 1 } } },
      rows: { users: 1, sessions: 1, refresh_tokens: 1 },
      after: ({ body }) => expect(body['user'].user_metadata).toEqual({ a: 1 }),
    },
  ]);

  test('hashes one password for a known and for a new address', async ({ server }) => {
    for (const email of [known, freshEmail()]) {
      const before = await passwordHashes(server);
      expect((await send(server, { path, body: { email, password: PASSWORD } })).status).toBe(200);
      expect((await passwordHashes(server)) - before).toBe(1);
    }
  });

  test('sends a known address nothing', async ({ server }) => {
    await authClient(server).signUp({ email: known, password: PASSWORD });
    await afterAllMails(server);
    expect(await mailsTo(server, known)).toEqual([]);
  });
});

const known = freshEmail();

/** Resolves when no mail is being sent. A mail requested now comes after all earlier ones. */
async function afterAllMails(server: TestServer): Promise<void> {
  const email = freshEmail();
  await adminClient(server).admin.inviteUserByEmail(email);
  await mailTo(server, email);
}
