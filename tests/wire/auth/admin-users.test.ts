import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { codeMailTo, mailsTo } from './mailbox.ts';
import { scenarios, send } from './scenario.ts';
import { adminClient, authClient, freshEmail, signedInClient } from './sign-in-methods/clients.ts';

const PASSWORD = 'quite a fine passphrase';
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const admin = () => adminClient(server).admin;

async function newUser(attributes: object = {}) {
  const { data, error } = await admin().createUser({ email: freshEmail(), ...attributes });
  if (error) throw error;
  return data.user!;
}

describe('every admin route', () => {
  const id = crypto.randomUUID();
  const routes = [
    ['POST', '/admin/users'],
    ['GET', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
    ['GET', `/admin/users/${id}/factors`],
    ['DELETE', `/admin/users/${id}/factors/${id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ] as const;

  test.each(routes)('%s %s is refused without the secret key (contract A0.7)', async (method, path) => {
    const { client } = await signedInClient(server);
    const token = (await client.getSession()).data.session!.access_token;
    const body = method === 'GET' ? undefined : {};
    const anonymous = await send(server, { method, path, body });
    expect(anonymous).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
    const person = await send(server, { method, path, body, as: token });
    expect(person).toMatchObject({ status: 403, body: { error_code: 'not_admin', msg: 'User not allowed' } });
    const forged = await send(server, { method, path, body, as: 'abc' });
    expect(forged).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
  });
});

describe('POST /admin/users (contract A7.1)', () => {
  const made = { users: 1, identities: 1 };
  const taken = freshEmail();
  scenarios(
    () => server,
    [
      {
        title: 'makes an unconfirmed account with exactly the metadata sent',
        path: '/admin/users',
        as: 'secret',
        body: {
          email: taken,
          password: PASSWORD,
          user_metadata: { a: 1 },
          app_metadata: { team: 'x', provider: 'forged' },
        },
        status: 200,
        body_has: {
          email: taken,
          phone: '',
          app_metadata: { provider: 'email', providers: ['email'], team: 'x' },
          is_anonymous: false,
        },
        lacks: [PASSWORD, '$2', 'email_confirmed_at', 'encrypted_password'],
        rows: made,
        after: ({ body }) => expect(body['user_metadata']).toEqual({ a: 1 }),
      },
      {
        title: 'confirms where told',
        path: '/admin/users',
        as: 'secret',
        body: { email: freshEmail(), email_confirm: true },
        status: 200,
        body_has: { email_confirmed_at: expect.any(String), user_metadata: { email_verified: true } },
        rows: made,
      },
      {
        title: 'takes number and address together',
        path: '/admin/users',
        as: 'secret',
        body: { email: freshEmail(), phone: '+1 555 123 4567', phone_confirm: true },
        status: 200,
        body_has: { phone: '15551234567', app_metadata: { providers: ['email', 'phone'] } },
        rows: { users: 1, identities: 2 },
      },
      {
        title: 'refuses an address that is taken, in any case',
        path: '/admin/users',
        as: 'secret',
        body: { email: taken.toUpperCase() },
        status: 422,
        body_has: {
          error_code: 'email_exists',
          msg: 'A user with this email address has already been registered',
        },
      },
      {
        title: 'refuses a number that is taken',
        path: '/admin/users',
        as: 'secret',
        body: { phone: '15551234567' },
        status: 422,
        body_has: { error_code: 'phone_exists' },
      },
      ...(
        [
          ['neither address nor number', {}, 'Cannot create a user without either an email or phone'],
          ['an address that is none', { email: 'x' }, 'Unable to validate email address: invalid format'],
          ['a number that is none', { phone: '0' }, 'Invalid phone number format (E.164 required)'],
          [
            'password and hash together',
            { email: 'h@example.org', password: PASSWORD, password_hash: `$2a$10$${'a'.repeat(53)}` },
            'Only a password or a password hash should be provided',
          ],
          [
            'a hash that is none',
            { email: 'h@example.org', password_hash: 'md5' },
            'Unsupported password hash',
          ],
          [
            'a hash that would keep the server busy',
            { email: 'h@example.org', password_hash: `$2a$31$${'a'.repeat(53)}` },
            'Unsupported password hash',
          ],
          ['an id that is none', { email: 'h@example.org', id: 'x' }, 'ID must be a UUID'],
        ] as const
      ).map(([what, body, msg]) => ({
        title: `refuses ${what}`,
        path: '/admin/users',
        as: 'secret',
        body,
        status: 400,
        body_has: { error_code: 'validation_failed', msg },
      })),
    ],
  );

  test('takes hashes made elsewhere', async () => {
    const donor = await newUser({ password: PASSWORD });
    const [row] = await server.sql('select encrypted_password from auth.users where id = $1', [donor.id]);
    const email = freshEmail();
    await newUser({ email, email_confirm: true, password_hash: row!['encrypted_password'] });
    expect((await authClient(server).signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });
});

describe('GET /admin/users (contract A7.2)', () => {
  test('lists the newest first, in pages the client can turn', async () => {
    const newest = [await newUser(), await newUser(), await newUser()].toReversed();
    const { data, error } = await admin().listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users.map(({ id }) => id)).toEqual(newest.slice(0, 2).map(({ id }) => id));
    const [{ total }] = (await server.sql('select count(*)::int as total from auth.users')) as [
      { total: number },
    ];
    expect(data).toMatchObject({ aud: 'authenticated', total, nextPage: 2 });
    const all = await send(server, { path: '/admin/users?page=&per_page=', as: 'secret' });
    expect(all.headers.get('link')).toBe('</admin/users?page=1&per_page=50>; rel="last"');
    expect(all.headers.get('x-total-count')).toBe(String(total));
  });

  test.each(['page=-1', 'page=x', 'per_page=1.5', 'page=9999999999'])('refuses %s', async (query) => {
    const answer = await send(server, { path: `/admin/users?${query}`, as: 'secret' });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    expect(answer.body['msg']).toMatch(/^Bad Pagination Parameters: /);
  });

  test('refuses null characters in the query', async () => {
    const answer = await send(server, { path: '/admin/users?filter=%00', as: 'secret' });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  });

  test('finds by part of an address, and takes wildcards for text', async () => {
    const user = await newUser();
    const found = await send(server, {
      path: `/admin/users?filter=${user.email!.slice(0, 20)}`,
      as: 'secret',
    });
    expect(found.body['users']).toHaveLength(1);
    const none = await send(server, { path: '/admin/users?filter=%25_%25', as: 'secret' });
    expect(none.body['users']).toEqual([]);
  });
});

describe('GET, PUT and DELETE /admin/users/{id} (contract A7.3)', () => {
  test('gets what was made', async () => {
    const user = await newUser({ user_metadata: { a: 1 } });
    expect((await admin().getUserById(user.id)).data.user).toEqual(user);
  });

  test.each(['GET', 'PUT', 'DELETE'])('%s answers 404 for the unknown', async (method) => {
    const body = method === 'GET' ? undefined : {};
    const unknown = await send(server, {
      method,
      path: `/admin/users/${crypto.randomUUID()}`,
      as: 'secret',
      body,
    });
    expect(unknown).toMatchObject({
      status: 404,
      body: { error_code: 'user_not_found', msg: 'User not found' },
    });
    const none = await send(server, { method, path: '/admin/users/x', as: 'secret', body });
    expect(none).toMatchObject({
      status: 404,
      body: { error_code: 'validation_failed', msg: 'user_id must be an UUID' },
    });
  });

  test('applies an address at once, and the identity follows', async () => {
    const [{ id }, email] = [await newUser(), freshEmail()];
    const { data } = await admin().updateUserById(id, { email, email_confirm: true });
    expect(data.user).toMatchObject({ email, identities: [{ email }] });
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const other = await newUser();
    expect((await admin().updateUserById(other.id, { email })).error?.code).toBe('email_exists');
  });

  test('leaves no way in for who reads the mails of the address before', async () => {
    const user = await newUser({ email_confirm: true });
    const { data } = await admin().generateLink({ type: 'recovery', email: user.email! });
    await admin().updateUserById(user.id, { email: freshEmail() });
    const { error } = await authClient(server).verifyOtp({
      type: 'recovery',
      token_hash: data.properties!.hashed_token,
    });
    expect(error?.code).toBe('otp_expired');
  });

  test('merges metadata of both kinds', async () => {
    const { id } = await newUser({ user_metadata: { a: 1, b: 2 }, app_metadata: { c: 3 } });
    const { data } = await admin().updateUserById(id, { user_metadata: { a: null }, app_metadata: { d: 4 } });
    expect(data.user?.user_metadata).toEqual({ b: 2 });
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], c: 3, d: 4 });
  });

  test('sets a password, bans and lifts the ban', async () => {
    const user = await newUser({ email_confirm: true, password: PASSWORD });
    const client = authClient(server);
    const signIn = (secret: string) => client.signInWithPassword({ email: user.email!, password: secret });
    await admin().updateUserById(user.id, { password: 'another fine passphrase', ban_duration: '1h30m' });
    expect((await signIn('another fine passphrase')).error?.code).toBe('user_banned');
    await admin().updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn('another fine passphrase')).error).toBeNull();
    expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials');
    expect((await admin().updateUserById(user.id, { ban_duration: 'soon' })).error?.status).toBe(400);
    expect((await admin().updateUserById(user.id, { password: 'short' })).error?.code).toBe('weak_password');
  });

  test('deletes an account and all that hangs on it', async () => {
    const { client, user } = await signedInClient(server);
    expect((await admin().deleteUser(user.id)).error).toBeNull();
    expect((await client.getUser()).error?.code).toBe('user_not_found');
    for (const table of ['identities', 'sessions']) {
      expect(await server.sql(`select 1 from auth.${table} where user_id = $1`, [user.id])).toEqual([]);
    }
  });

  test('soft deletion keeps the row, says nothing of the person and frees the address', async () => {
    const { client, user, password: own } = await signedInClient(server);
    await admin().deleteUser(user.id, true);
    const [row] = await server.sql('select * from auth.users where id = $1', [user.id]);
    expect(row!['deleted_at']).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(user.email);
    expect((await client.getUser()).error).not.toBeNull();
    const gone = await authClient(server).signInWithPassword({ email: user.email!, password: own });
    expect(gone.error?.code).toBe('invalid_credentials');
    expect((await newUser({ email: user.email })).email).toBe(user.email);
  });

  test('soft deletion leaves no way in that was on its way, and no passkey', async () => {
    const { user } = await signedInClient(server);
    const client = authClient(server, { flowType: 'pkce' });
    await client.signInWithOtp({ email: user.email! });
    const { link } = await codeMailTo(server, user.email!);
    const back = await fetch(link, { redirect: 'manual' });
    const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
    await server.sql(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type)
       values ($1, gen_random_uuid()::text::bytea, '', 'none')`,
      [user.id],
    );
    await admin().deleteUser(user.id, true);
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    const left = await server.sql('select 1 from auth.webauthn_credentials where user_id = $1', [user.id]);
    expect(left).toEqual([]);
  });
});

describe('POST /invite (contract A7.5)', () => {
  test('makes an account and mails a link that lets its reader in', async () => {
    const email = freshEmail();
    const { data, error } = await admin().inviteUserByEmail(email, { data: { a: 1 } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { a: 1 } });
    expect(data.user?.invited_at).toBeTruthy();
    const { hash, subject } = await codeMailTo(server, email);
    expect(subject).toBe('You are invited to Solostead');
    const entered = await authClient(server).verifyOtp({ type: 'invite', token_hash: hash });
    expect(entered.data.session).not.toBeNull();
    expect((await admin().inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  test('refuses an address that is none', async () => {
    expect((await admin().inviteUserByEmail('x')).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });
});

describe('POST /admin/generate_link (contract A7.6)', () => {
  test.each(['signup', 'invite', 'magiclink'] as const)(
    '%s makes the account, and sends no mail',
    async (type) => {
      const email = freshEmail();
      const { data, error } = await admin().generateLink({ type, email, password: PASSWORD } as never);
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email });
      expect(data.properties).toMatchObject({
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
        verification_type: type,
        redirect_to: server.url,
      });
      const link = new URL(data.properties!.action_link);
      expect(link.searchParams.get('token')).toBe(data.properties!.hashed_token);
      expect(link.searchParams.get('type')).toBe(type);
      expect(await mailsTo(server, email)).toEqual([]);
    },
  );

  test('email_change_current and email_change_new confirm a change', async () => {
    const [user, newEmail] = [await newUser({ email_confirm: true }), freshEmail()];
    const client = authClient(server);
    const results = [];
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data } = await admin().generateLink({ type, email: user.email!, newEmail });
      expect(new URL(data.properties!.action_link).searchParams.get('type')).toBe('email_change');
      results.push(data.properties!.hashed_token);
    }
    await client.verifyOtp({ type: 'email_change', token_hash: results[0]! });
    await client.verifyOtp({ type: 'email_change', token_hash: results[1]! });
    expect((await admin().getUserById(user.id)).data.user?.email).toBe(newEmail);
  });

  test('a change of address is agreed to by the address it names, not by one named before', async () => {
    const [user, first, second] = [await newUser({ email_confirm: true }), freshEmail(), freshEmail()];
    const link = async (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
      (await admin().generateLink({ type, email: user.email!, newEmail })).data.properties!.hashed_token;
    const byFirst = await link('email_change_new', first);
    const byCurrent = await link('email_change_current', second);
    const client = authClient(server);
    await client.verifyOtp({ type: 'email_change', token_hash: byFirst });
    await client.verifyOtp({ type: 'email_change', token_hash: byCurrent });
    const { data } = await admin().getUserById(user.id);
    expect(data.user?.email).toBe(user.email);
  });

  scenarios(
    () => server,
    [
      ...(['recovery', 'email_change_new'] as const).map((type) => ({
        title: `${type} wants an account`,
        path: '/admin/generate_link',
        as: 'secret',
        body: { type, email: freshEmail(), new_email: freshEmail() },
        status: 404,
        body_has: { error_code: 'user_not_found', msg: 'User with this email not found' },
      })),
      {
        title: 'refuses types it does not know',
        path: '/admin/generate_link',
        as: 'secret',
        body: { type: 'reauthentication', email: freshEmail() },
        status: 400,
        body_has: { msg: 'Invalid email action link type requested: reauthentication' },
      },
      {
        title: 'refuses an address that is none',
        path: '/admin/generate_link',
        as: 'secret',
        body: { type: 'magiclink', email: 'x' },
        status: 400,
        body_has: { error_code: 'validation_failed' },
      },
      {
        title: 'leads only where the list allows',
        path: '/admin/generate_link',
        as: 'secret',
        body: { type: 'magiclink', email: freshEmail(), redirect_to: 'https://evil.example.com' },
        status: 200,
        lacks: ['evil.example.com'],
        rows: { users: 1, identities: 1, one_time_tokens: 1 },
      },
    ],
  );
});
