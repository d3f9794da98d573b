import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { codeMailTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import { refusals, scenarios } from '@solostead/server-testkit/auth/scenario';
import { PASSWORD, authClient, freshEmail } from '@solostead/server-testkit/auth/clients';
import { describe, expect, testOpen as test } from '@solostead/server-testkit/fixtures';

test.beforeAll(async ({ server }) => {
  await server.addUser(known);
});

describe('POST /otp, /magiclink, /recover and /resend', () => {
  scenarios(test, [
    ...refusals({ path: '/otp' }, [
      [
        'otp creates no account with create_user=false (contract A1.4)',
        { email: freshEmail(), create_user: false },
        422,
        { error_code: 'otp_disabled', msg: 'Signups not allowed for otp' },
      ],
      [
        'otp refuses metadata beyond the maximum size',
        { email: freshEmail(), data: { large: 'x'.repeat(4_096) } },
        400,
        'bad_json',
      ],
      ['otp wants an address or a number', {}, 400, { msg: 'One of email or phone must be set' }],
    ]),
    ...refusals({ path: '/recover' }, [
      ['recover wants an address', {}, 400, { msg: 'Password recovery requires an email' }],
    ]),
    ...refusals({ path: '/resend' }, [
      [
        'resend wants a type',
        { email: known },
        400,
        { msg: 'Missing one of these types: signup, email_change, sms, phone_change' },
      ],
      [
        'resend wants the number that its type is about',
        { type: 'sms', email: known },
        400,
        'validation_failed',
      ],
    ]),
  ]);

  test.for([
    ['/recover', {}],
    ['/otp', { create_user: true }],
    ['/magiclink', {}],
    ['/resend', { type: 'signup' }],
  ] as const)(
    '%s answers {} for all, and waits for no account (contract A1.4, A1.5 and A1.6)',
    async ([path, body], { server }) => {
      const other = await holdRows(server, 'select from auth.users where email = $1 for update', [known]);
      for (const email of [known, freshEmail()]) {
        const response = await fetch(`${server.url}/auth/v1${path}`, {
          method: 'POST',
          headers: { apikey: server.publishableKey },
          body: JSON.stringify({ email, ...body }),
        });
        expect([response.status, await response.text()]).toEqual([200, '{}']);
      }
      await other.query('commit');
    },
  );

  test('a code by mail makes and confirms an account (contract A1.4)', async ({ server }) => {
    const [email, client] = [freshEmail(), authClient(server)];
    expect((await client.signInWithOtp({ email, options: { data: { a: 1 } } })).error).toBeNull();
    const { code, subject } = await codeMailTo(server, email);
    expect(subject).toBe('Confirm your email address');
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { a: 1, email_verified: true } });
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });

  test('mails are text and HTML with the same link to the site, and load nothing', async ({ server }) => {
    const email = freshEmail();
    await authClient(server).signUp({ email, password: PASSWORD });
    const mail = await mailTo(server, email);
    const [link] = /http\S+/.exec(mail.text ?? '')!;
    expect(link).toMatch(/^http:\/\/[^/]+\/admin\?token_hash=[0-9a-f]{56}&type=email$/);
    expect(new URL(link).origin).toBe(server.url);
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'));
    expect(mail.html).not.toMatch(/<(img|script|link)\b/);
  });
});

const known = freshEmail();
