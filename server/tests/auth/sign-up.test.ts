import { mailsTo, mailTo } from '../harness/auth/mailbox.ts';
import { scenarios, send } from '../harness/auth/scenario.ts';
import { adminClient, authClient, freshEmail } from '../harness/auth/clients.ts';
import { describe, expect, type TestServer, testSharing } from '../harness/fixtures.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });

test.beforeAll(async ({ server }) => {
  await adminClient(server).admin.createUser({ email: known, password: PASSWORD, email_confirm: true });
});

test.for(['%00', 'javascript:x', 'https://%5B'])(
  'an invalid redirect target does not reveal accounts: %s',
  async (target, { server }) => {
    const answers = await Promise.all(
      [known, freshEmail()].map((email) =>
        send(server, { path: `/signup?redirect_to=${target}`, body: { email, password: PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  },
);

describe('POST /signup', () => {
  const path = '/signup';
  const fresh = freshEmail();
  const again = freshEmail();
  scenarios(test, [
    {
      title: 'makes an unconfirmed account, mails a code and gives no token (contract A1.1)',
      path,
      body: {
        email: fresh,
        password: PASSWORD,
        data: { colour: 'green', sub: 'forged', email_verified: true },
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
      rows: { users: 1, identities: 1, one_time_tokens: 1 },
    },
    {
      title: 'keeps a code challenge for the browser that began',
      path,
      body: {
        email: again,
        password: PASSWORD,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 's256',
      },
      status: 200,
      rows: { users: 1, identities: 1, one_time_tokens: 1, flow_state: 1 },
    },
    {
      title: 'makes no second account of an unconfirmed address',
      path,
      body: {
        email: again.toUpperCase(),
        password: PASSWORD,
        code_challenge: null,
        code_challenge_method: null,
      },
      status: 200,
      body_has: { email: again },
    },
    {
      title: 'answers a known address with a made-up user (contract A1.1)',
      path,
      body: { email: known, password: PASSWORD, data: { a: 1 } },
      status: 200,
      body_has: { email: known, identities: [], user_metadata: { a: 1 } },
      lacks: ['access_token', 'last_sign_in_at', 'email_confirmed_at'],
    },
    {
      title: 'refuses short passwords (contract A0.9)',
      path,
      body: { email: freshEmail(), password: 'short' },
      status: 422,
      body_has: {
        error_code: 'weak_password',
        msg: 'Password should be at least 8 characters.',
        weak_password: { reasons: ['length'] },
      },
    },
    {
      title: 'refuses the commonest passwords in any case (contract A0.9)',
      path,
      body: { email: freshEmail(), password: 'PassWord123' },
      status: 422,
      body_has: { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } },
    },
    {
      title: 'refuses passwords that bcrypt would cut (contract A0.9)',
      path,
      body: { email: freshEmail(), password: 'é'.repeat(37) },
      status: 400,
      body_has: { msg: 'Password cannot be longer than 72 characters' },
    },
    {
      title: 'takes emoji and other scripts',
      path,
      body: { email: freshEmail(), password: 'пароль-😀-漢字' },
      status: 200,
      rows: { users: 1, identities: 1, one_time_tokens: 1 },
    },
    {
      title: 'wants a password',
      path,
      body: { email: freshEmail() },
      status: 400,
      body_has: { error_code: 'validation_failed', msg: 'Signup requires a valid password' },
    },
    {
      title: 'wants one of address and number',
      path,
      body: { email: freshEmail(), phone: '15551234', password: PASSWORD },
      status: 400,
      body_has: { msg: 'Only an email address or phone number should be provided on signup.' },
    },
    ...['not-an-address', 'a@b', 'a b@example.org', '@example.org', 'a..b@example.org'].map((email) => ({
      title: `refuses the address "${email}" (contract A0.8)`,
      path,
      body: { email, password: PASSWORD },
      status: 400,
      body_has: {
        error_code: 'validation_failed',
        msg: 'Unable to validate email address: invalid format',
      },
    })),
    {
      title: 'refuses an address that is too long (contract A0.8)',
      path,
      body: { email: `${'a'.repeat(250)}@example.org`, password: PASSWORD },
      status: 400,
      body_has: { msg: 'An email address is too long' },
    },
    {
      title: 'refuses a challenge without its method (contract A0.10)',
      path,
      body: { email: freshEmail(), password: PASSWORD, code_challenge: 'a'.repeat(43) },
      status: 400,
      body_has: { msg: 'PKCE flow requires code_challenge_method and code_challenge' },
    },
    {
      title: 'refuses numbers while they are off',
      path,
      body: { phone: '+15551234567', password: PASSWORD },
      status: 400,
      body_has: { error_code: 'phone_provider_disabled' },
    },
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

  test('sends a known address nothing', async ({ server }) => {
    await authClient(server).signUp({ email: known, password: PASSWORD });
    await afterAllMails(server);
    expect(await mailsTo(server, known)).toEqual([]);
  });
});

const PASSWORD = 'quite a fine passphrase';
const known = freshEmail();

/** Resolves when no mail is being sent. A mail requested now comes after all earlier ones. */
async function afterAllMails(server: TestServer): Promise<void> {
  const email = freshEmail();
  await adminClient(server).admin.inviteUserByEmail(email);
  await mailTo(server, email);
}
