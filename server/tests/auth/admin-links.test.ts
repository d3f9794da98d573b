import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { codeMailTo, mailsTo } from '@solostead/server-testkit/auth/mailbox';
import { refusals, scenarios } from '@solostead/server-testkit/auth/scenario';
import { PASSWORD, admin, authClient, freshEmail, newUser } from '@solostead/server-testkit/auth/clients';
import { describe, expect, test } from '@solostead/server-testkit/fixtures';

describe('POST /invite (contract A7.5)', () => {
  test('creates an account and mails a link that signs its reader in', async ({ server }) => {
    const email = freshEmail();
    const { data, error } = await admin(server).inviteUserByEmail(email, { data: { a: 1 } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email });
    expect(data.user?.user_metadata).toEqual({ a: 1 });
    expect(data.user?.invited_at).toBeTruthy();
    const { hash, subject } = await codeMailTo(server, email);
    expect(subject).toBe('You are invited to Notes');
    const entered = await authClient(server).verifyOtp({ type: 'invite', token_hash: hash });
    expect(entered.data.session).not.toBeNull();
    expect((await admin(server).inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  test('sent by several administrators at once is one account for all of them', async ({ server }) => {
    const email = freshEmail();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin(server).inviteUserByEmail(email)),
    );
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
  });

  test('brings no notice of a first password, but one of the second', async ({ server }) => {
    const email = freshEmail();
    await admin(server).inviteUserByEmail(email);
    const { hash } = await codeMailTo(server, email);
    const client = authClient(server);
    await client.verifyOtp({ type: 'invite', token_hash: hash });
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    const second = { password: `${PASSWORD} 2`, current_password: PASSWORD };
    expect((await client.updateUser(second)).error).toBeNull();
    await expect
      .poll(async () => (await mailsTo(server, email)).map(({ subject }) => subject))
      .toEqual(['You are invited to Notes', 'Your password was changed']);
  });
});

describe('an invitation of a known address that is not confirmed (contract A7.5)', () => {
  test('brings its data, and keeps that of an earlier invitation only', async ({ server }) => {
    const { email } = await newUser(server, { user_metadata: { planted: true } });
    const first = await admin(server).inviteUserByEmail(email!, { data: { team: 'x', role: 'y' } });
    expect(first.data.user?.user_metadata).toEqual({ team: 'x', role: 'y' });
    const { data } = await admin(server).generateLink({
      type: 'invite',
      email: email!,
      options: { data: { team: 'z', role: null } },
    });
    expect(data.user?.user_metadata).toEqual({ team: 'z' });
  });

  test('is refused, and leaves the password, if the address is being confirmed', async ({ server }) => {
    const { email } = await newUser(server, { password: PASSWORD });
    const confirmed = 'update auth.users set email_confirmed_at = now() where email = $1';
    const other = await holdRows(server, confirmed, [email]);
    const invited = admin(server).inviteUserByEmail(email!);
    await lockWaits(server);
    await other.query('commit');
    expect((await invited).error?.code).toBe('email_exists');
    const entered = await authClient(server).signInWithPassword({ email: email!, password: PASSWORD });
    expect(entered.error).toBeNull();
  });
});

describe('POST /admin/generate_link (contract A7.6)', () => {
  test.for(['signup', 'invite', 'magiclink'] as const)(
    '%s makes an account, and no mail',
    async (type, { server }) => {
      const verification = type === 'magiclink' ? 'signup' : type;
      const email = freshEmail();
      const { data, error } = await admin(server).generateLink({
        type,
        email,
        password: PASSWORD,
        options: { data: { colour: 'green' } },
      } as never);
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email });
      expect(data.user?.user_metadata).toEqual({ colour: 'green' });
      expect(data.properties).toMatchObject({
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
        verification_type: verification,
        redirect_to: server.url,
      });
      const link = new URL(data.properties!.action_link);
      expect(link.searchParams.get('token')).toBe(data.properties!.hashed_token);
      expect(link.searchParams.get('type')).toBe(verification);
      expect(await mailsTo(server, email)).toEqual([]);
    },
  );

  test('signup for a known unconfirmed address keeps password and merges data', async ({ server }) => {
    const { email, id } = await newUser(server, { password: PASSWORD, user_metadata: { a: 1, b: 2, c: 3 } });
    const { data } = await admin(server).generateLink({
      type: 'signup',
      email: email!,
      password: 'a password that changes nothing',
      options: { data: { b: 3, c: null } },
    });
    expect([data.user?.id, data.user?.user_metadata]).toEqual([id, { a: 1, b: 3 }]);
    const client = authClient(server);
    await client.verifyOtp({ type: 'signup', token_hash: data.properties!.hashed_token });
    const entered = await client.signInWithPassword({ email: email!, password: PASSWORD });
    expect(entered.error).toBeNull();
  });

  test('magiclink for a known unconfirmed address drops the password', async ({ server }) => {
    const { email } = await newUser(server, { password: PASSWORD });
    const { data } = await admin(server).generateLink({ type: 'magiclink', email: email! });
    const entered = await authClient(server).verifyOtp({
      type: 'magiclink',
      token_hash: data.properties!.hashed_token,
    });
    expect(entered.data.user?.email).toBe(email);
    const attempt = await authClient(server).signInWithPassword({ email: email!, password: PASSWORD });
    expect(attempt.error?.code).toBe('invalid_credentials');
  });

  test('a change of address is confirmed by its own address alone', async ({ server }) => {
    const [user, first, second] = [
      await newUser(server, { email_confirm: true }),
      freshEmail(),
      freshEmail(),
    ];
    const link = async (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
      (await admin(server).generateLink({ type, email: user.email!, newEmail })).data.properties!
        .hashed_token;
    const byFirst = await link('email_change_new', first);
    const byCurrent = await link('email_change_current', second);
    const client = authClient(server);
    await client.verifyOtp({ type: 'email_change', token_hash: byFirst });
    await client.verifyOtp({ type: 'email_change', token_hash: byCurrent });
    const { data } = await admin(server).getUserById(user.id);
    expect(data.user?.email).toBe(user.email);
  });

  const endpoint = { path: '/admin/generate_link', as: 'secret' };
  const [email, new_email] = [freshEmail(), freshEmail()];
  scenarios(test, [
    ...refusals(endpoint, [
      ['recovery wants an account', { type: 'recovery', email }, 404, 'user_not_found'],
      [
        'email_change_new wants an account',
        { type: 'email_change_new', email, new_email },
        404,
        'user_not_found',
      ],
      ['refuses unknown types', { type: 'reauthentication', email }, 400, 'validation_failed'],
      ['refuses an address that is none', { type: 'magiclink', email: 'x' }, 400, 'validation_failed'],
      [
        'signup wants a password for a new account',
        { type: 'signup', email },
        400,
        { msg: 'Signup requires a valid password' },
      ],
    ]),
    {
      title: 'leads only where the list allows',
      ...endpoint,
      body: { type: 'magiclink', email: freshEmail(), redirect_to: 'https://evil.example.com' },
      status: 200,
      lacks: ['evil.example.com'],
      rows: { users: 1, identities: 1, one_time_tokens: 1 },
    },
  ]);
});
