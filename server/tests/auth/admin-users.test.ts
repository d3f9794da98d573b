import { signToken } from '@solostead/server-testkit/identity/token';
import { bearerOf } from '@solostead/server-testkit/auth/second-factor';
import { refusals, scenarios, send } from '@solostead/server-testkit/auth/scenario';
import { PASSWORD, admin, freshEmail, signedInClient, newUser } from '@solostead/server-testkit/auth/clients';
import { describe, expect, test } from '@solostead/server-testkit/fixtures';

// routes.test.ts lists the routes that need it.
describe('an admin route', () => {
  test('GET /admin/users is refused without the secret key (contract A0.7)', async ({ server }) => {
    const person = await bearerOf((await signedInClient(server)).client);
    for (const [as, status, error_code] of [
      [undefined, 401, 'no_authorization'],
      [person, 403, 'not_admin'],
      ['abc', 403, 'bad_jwt'],
    ] as const) {
      const answer = await send(server, { path: '/admin/users', as });
      expect(answer).toMatchObject({ status, body: { error_code } });
    }
  });

  test('is open to Supabase’s own role, which has no access anywhere else', async ({ server }) => {
    const as = signToken({ role: 'supabase_admin' });
    expect(await send(server, { method: 'GET', path: '/admin/users', as })).toMatchObject({ status: 200 });
    const own = await send(server, { method: 'GET', path: '/user', as });
    expect(own).toMatchObject({ status: 403, body: { error_code: 'bad_jwt' } });
    const headers = { apikey: server.publishableKey, authorization: `Bearer ${as}` };
    const read = await fetch(`${server.url}/rest/v1/lab_terms`, { headers });
    expect([read.status, await read.json()]).toMatchObject([401, { code: 'PGRST301' }]);
  });
});

describe('POST /admin/users (contract A7.1)', () => {
  const made = { users: 1, identities: 1 };
  const taken = freshEmail();
  scenarios(test, [
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
      title: 'takes number and address together',
      path: '/admin/users',
      as: 'secret',
      body: { email: freshEmail(), phone: '+1 555 123 4567', phone_confirm: true },
      status: 200,
      body_has: { phone: '15551234567', app_metadata: { providers: ['email', 'phone'] } },
      rows: { users: 1, identities: 2 },
    },
    ...refusals({ path: '/admin/users', as: 'secret' }, [
      ['refuses an address that is taken, in any case', { email: taken.toUpperCase() }, 422, 'email_exists'],
      ['refuses a number that is taken', { phone: '15551234567' }, 422, 'phone_exists'],
      ['refuses neither address nor number', {}, 400, 'validation_failed'],
      [
        'refuses password and hash together',
        { email: 'h@example.org', password: PASSWORD, password_hash: `$2a$10$${'a'.repeat(53)}` },
        400,
        { msg: 'Only a password or a password hash should be provided' },
      ],
      [
        'refuses a hash that would keep the server busy',
        { email: 'h@example.org', password_hash: `$2a$31$${'a'.repeat(53)}` },
        400,
        { msg: 'Unsupported password hash' },
      ],
      ['refuses an invalid id', { email: 'h@example.org', id: 'x' }, 400, { msg: 'ID must be a UUID' }],
    ]),
  ]);
});

describe('GET /admin/users (contract A7.2)', () => {
  test('lists the newest first, in pages', async ({ server }) => {
    const newest = [await newUser(server), await newUser(server), await newUser(server)].toReversed();
    const { data, error } = await admin(server).listUsers({ page: 1, perPage: 2 });
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

  test('searches for part of an address, and treats wildcards as text', async ({ server }) => {
    const user = await newUser(server);
    const found = await send(server, {
      path: `/admin/users?filter=${user.email!.slice(0, 20)}`,
      as: 'secret',
    });
    expect(found.body['users']).toHaveLength(1);
    const none = await send(server, { path: '/admin/users?filter=%25_%25', as: 'secret' });
    expect(none.body['users']).toEqual([]);
  });
});
