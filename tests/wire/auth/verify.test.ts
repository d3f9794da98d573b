import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { codeMailTo } from './mailbox.ts';
import { scenarios, send } from './scenario.ts';
import { adminClient, authClient, freshEmail, outcome, signedInClient } from './sign-in-methods/clients.ts';

const PASSWORD = 'quite a fine passphrase';
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { SUPABASE_CONFIG: 'tests/fixtures/auth/open.toml' } });
});
afterAll(() => server.stop());

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery';

/** A code and link as the mail would bring them. */
async function linkFor(type: LinkType, email = freshEmail()) {
  const known = type === 'magiclink' || type === 'recovery';
  const { admin } = adminClient(server);
  if (known) await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const { data, error } = await admin.generateLink(
    type === 'signup' ? { type, email, password: PASSWORD } : { type, email },
  );
  if (error) throw error;
  const { email_otp: code, hashed_token: hash, action_link: link } = data.properties;
  return { email, code, hash, link, userId: data.user.id };
}

const expire = (userId: string) =>
  server.sql(
    `update auth.users set confirmation_sent_at = now() - interval '61 minutes',
       recovery_sent_at = now() - interval '61 minutes' where id = $1`,
    [userId],
  );

const open = (link: string) => fetch(link, { redirect: 'manual' });
const place = async (link: string): Promise<URL> => new URL((await open(link)).headers.get('location')!);

describe('POST /verify (contract A1.7)', () => {
  const path = '/verify';
  const expired = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
  const session = { sessions: 1, refresh_tokens: 1, one_time_tokens: -1 };
  scenarios(
    () => server,
    [
      ...(['signup', 'invite', 'magiclink', 'recovery'] as const).flatMap((type) => [
        {
          title: `takes the code of ${type} with its address, once`,
          of: async () => {
            const { email, code } = await linkFor(type);
            return {
              path,
              body: { type, email: email.toUpperCase(), token: code },
              status: 200,
              body_has: { token_type: 'bearer', user: { email, email_confirmed_at: expect.any(String) } },
              rows: session,
              after: async () => {
                const again = await send(server, { path, body: { type, email, token: code } });
                expect(again).toMatchObject({ status: 403, body: expired });
              },
            };
          },
        },
        {
          title: `takes the hash of ${type} alone`,
          of: async () => {
            const { hash } = await linkFor(type);
            return { path, body: { type, token_hash: hash }, status: 200, rows: session };
          },
        },
        {
          title: `refuses the code of ${type} an hour later`,
          of: async () => {
            const { email, code, userId } = await linkFor(type);
            await expire(userId);
            return { path, body: { type, email, token: code }, status: 403, body_has: expired };
          },
        },
      ]),
      ...(['signup', 'magiclink'] as const).map((type) => ({
        title: `type email takes the code of ${type}`,
        of: async () => {
          const { email, code } = await linkFor(type);
          return { path, body: { type: 'email', email, token: code }, status: 200, rows: session };
        },
      })),
      {
        title: 'refuses a code of another kind',
        of: async () => {
          const { email, code } = await linkFor('signup');
          return { path, body: { type: 'recovery', email, token: code }, status: 403, body_has: expired };
        },
      },
      {
        title: 'refuses another user’s code',
        of: async () => {
          const [{ code }, { email }] = [await linkFor('signup'), await linkFor('signup')];
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
        of: async () => {
          const { email, code, userId } = await linkFor('recovery');
          await adminClient(server).admin.updateUserById(userId, { ban_duration: '1h' });
          return {
            path,
            body: { type: 'recovery', email, token: code },
            status: 403,
            body_has: { error_code: 'user_banned' },
          };
        },
      },
      {
        title: 'wants a type',
        path,
        body: { token: '123456', email: 'a@example.org' },
        status: 400,
        body_has: { msg: 'Verify requires a verification type' },
      },
      {
        title: 'wants a code or a hash',
        path,
        body: { type: 'signup', email: 'a@example.org' },
        status: 400,
        body_has: { msg: 'Verify requires either a token or a token hash' },
      },
      {
        title: 'wants one of address and number beside a code',
        path,
        body: { type: 'signup', token: '123456' },
        status: 400,
        body_has: { msg: 'Only an email address or phone number should be provided on verify' },
      },
      {
        title: 'wants nothing beside a hash',
        path,
        body: { type: 'signup', token_hash: 'x', email: 'a@example.org' },
        status: 400,
        body_has: { msg: 'Only the token_hash and type should be provided' },
      },
      {
        title: 'refuses an address that is none',
        path,
        body: { type: 'signup', token: '123456', email: 'x' },
        status: 422,
        body_has: { msg: 'Invalid email format' },
      },
      {
        title: 'refuses a number that is none',
        path,
        body: { type: 'sms', token: '123456', phone: 'x' },
        status: 400,
        body_has: { msg: 'Invalid phone number format (E.164 required)' },
      },
      {
        title: 'refuses an unknown hash',
        path,
        body: { type: 'signup', token_hash: 'a'.repeat(56) },
        status: 403,
        body_has: { error_code: 'otp_expired', msg: 'Email link is invalid or has expired' },
      },
    ],
  );

  test('takes for a link only what was mailed as one: not what its code could be tried out by (contract A1.7)', async () => {
    const { email, code, hash } = await linkFor('recovery');
    const guessable = createHash('sha224')
      .update(email + code)
      .digest('hex');
    for (const token_hash of [guessable, code, hash.slice(0, -1), `pkce_${hash}`]) {
      const answer = await send(server, { path, body: { type: 'recovery', token_hash } });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
    }
    expect((await send(server, { path, body: { type: 'recovery', token_hash: hash } })).status).toBe(200);
  });

  test('gives one session for 50 parallel uses of a code', async () => {
    const { email, code, userId } = await linkFor('recovery');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send(server, { path, body: { type: 'recovery', email, token: code } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(403)]);
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [userId])).toHaveLength(1);
  });

  test('drops a password that was set before the address was shown to be its holder’s', async () => {
    const [email, attacker] = [freshEmail(), authClient(server)];
    await attacker.signUp({ email, password: PASSWORD });
    const { data } = await adminClient(server).admin.generateLink({ type: 'recovery', email });
    await authClient(server).verifyOtp({ type: 'recovery', token_hash: data.properties!.hashed_token });
    expect((await attacker.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  test('drops it when the holder asks for a sign-in link, which a person without a password would', async () => {
    const [email, attacker, holder] = [freshEmail(), authClient(server), authClient(server)];
    await attacker.signUp({ email, password: PASSWORD });
    await codeMailTo(server, email);
    expect((await holder.signInWithOtp({ email })).error).toBeNull();
    const { code } = await codeMailTo(server, email, 2);
    const { data } = await holder.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect((await attacker.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  test('drops it when the holder is invited', async () => {
    const [email, attacker] = [freshEmail(), authClient(server)];
    await attacker.signUp({ email, password: PASSWORD });
    await codeMailTo(server, email);
    await adminClient(server).admin.inviteUserByEmail(email);
    const { hash } = await codeMailTo(server, email, 2);
    const { data } = await authClient(server).verifyOtp({ type: 'invite', token_hash: hash });
    expect(data.user?.email_confirmed_at).toBeTruthy();
    expect((await attacker.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  test.each(['sms', 'phone_change'] as const)(
    'confirms no number by a mailed link called %s',
    async (type) => {
      const { hash, userId } = await linkFor('signup');
      const refused = await send(server, { path, body: { type, token_hash: hash } });
      expect(refused).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed', msg: 'Invalid email verification type' },
      });
      const opened = await open(`${server.url}/auth/v1/verify?token=${hash}&type=${type}`);
      expect(opened.status).toBe(400);
      const { data } = await adminClient(server).admin.getUserById(userId);
      expect(data.user).not.toHaveProperty('phone_confirmed_at');
    },
  );
});

describe('GET /verify (contract A1.8)', () => {
  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
    'a link of %s leads to the site with a session in the fragment, once',
    async (type) => {
      const { link, userId } = await linkFor(type);
      const response = await open(link);
      expect(response.status).toBe(303);
      const url = new URL(response.headers.get('location')!);
      expect(url.origin).toBe(server.url);
      expect(url.search).toBe('');
      const facts = outcome(url);
      expect([...facts.keys()]).toEqual([
        'access_token',
        'expires_at',
        'expires_in',
        'refresh_token',
        'sb',
        'token_type',
        'type',
      ]);
      expect(facts.get('type')).toBe(type);
      const { data } = await authClient(server).getUser(facts.get('access_token')!);
      expect(data.user?.id).toBe(userId);
      const again = await place(link);
      expect(again.hash).toBe(
        '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
      );
    },
  );

  test('gives one session for 50 parallel uses of a link', async () => {
    const { link, userId } = await linkFor('magiclink');
    const places = await Promise.all(Array.from({ length: 50 }, () => place(link)));
    expect(places.filter((url) => outcome(url).has('access_token'))).toHaveLength(1);
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [userId])).toHaveLength(1);
  });

  test('is not spent by the HEAD requests of a mail scanner, which hear the same of every link', async () => {
    const { link } = await linkFor('magiclink');
    const head = async (url: string) => {
      const response = await fetch(url, { method: 'HEAD', redirect: 'manual' });
      // What differs from one answer to the next in any case.
      const names = [...response.headers.keys()].filter((name) => name !== 'date');
      return { status: response.status, names, location: response.headers.get('location') };
    };
    const good = await head(link);
    expect(good).toMatchObject({ status: 200, location: null });
    for (const query of ['?token=nothing&type=magiclink', '?token=pkce_nothing&type=signup', '']) {
      expect(await head(`${server.url}/auth/v1/verify${query}`)).toEqual(good);
    }
    expect(outcome(await place(link)).has('access_token')).toBe(true);
    expect(await head(link)).toEqual(good);
  });

  test('leads only where the list allows (contract A0.5)', async () => {
    const targets: Record<string, string> = {
      'https://pr-1.preview.example.org/a/b?c=d': 'https://pr-1.preview.example.org',
      'https://exact.example.org/welcome': 'https://exact.example.org',
      'http://127.0.0.1:9999/callback': 'http://127.0.0.1:9999',
      [`${server.url}/admin`]: server.url,
      'https://evil.example.com/': server.url,
      'https://exact.example.org/elsewhere': server.url,
      'https://a.b.preview.example.org/': server.url,
      'https://pr-1.preview.example.org.evil.example.com/': server.url,
      'https://evil.example.com/?https://pr-1.preview.example.org/': server.url,
      'https://pr-1.preview.example.org@evil.example.com/': server.url,
      'javascript:alert(1)': server.url,
      '//evil.example.com': server.url,
    };
    for (const [target, origin] of Object.entries(targets)) {
      const { hash } = await linkFor('magiclink');
      const query = new URLSearchParams({ token: hash, type: 'magiclink', redirect_to: target });
      expect((await place(`${server.url}/auth/v1/verify?${query.toString()}`)).origin, target).toBe(origin);
    }
  });

  scenarios(
    () => server,
    [
      {
        title: 'wants a type, without a redirect',
        path: '/verify?token=x',
        status: 400,
        body_has: { msg: 'Verify requires a verification type' },
      },
      {
        title: 'wants a token, without a redirect',
        path: '/verify?type=signup',
        status: 400,
        body_has: { error_code: 'validation_failed' },
      },
      {
        title: 'tells the PKCE client of an unknown link in the query too',
        path: '/verify?type=signup&token=pkce_nothing',
        status: 303,
        after: ({ headers }) => {
          const url = new URL(headers.get('location')!);
          expect(url.searchParams.get('error_code')).toBe('otp_expired');
          expect(outcome(url).get('error_code')).toBe('otp_expired');
        },
      },
    ],
  );
});

describe('POST /token?grant_type=pkce (contract A2.4)', () => {
  /** A client that asked for a sign-in link, and the code that following it brought. */
  async function codeOfNewFlow() {
    const { user } = await signedInClient(server);
    const client = authClient(server, { flowType: 'pkce' });
    const email = user.email!;
    await client.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const { link, hash } = await codeMailTo(server, email);
    expect(hash).toMatch(/^pkce_/);
    const url = await place(link);
    expect(url.hash).toBe('');
    return { client, email, code: url.searchParams.get('code')! };
  }
  const exchange = (auth_code: string, code_verifier: string) =>
    send(server, { path: '/token?grant_type=pkce', body: { auth_code, code_verifier } });

  test('exchanges a link’s code for a session, once', async () => {
    const { client, email, code } = await codeOfNewFlow();
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await exchange(code, 'x'.repeat(50));
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  test('does not spend a code on a wrong verifier', async () => {
    const { client, code } = await codeOfNewFlow();
    expect(await exchange(code, 'x'.repeat(50))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  });

  test('gives one session for 50 parallel exchanges', async () => {
    const { user } = await signedInClient(server);
    const verifier = 'v'.repeat(60);
    await send(server, {
      path: '/otp',
      body: { email: user.email, code_challenge: verifier, code_challenge_method: 'plain' },
    });
    const { link } = await codeMailTo(server, user.email!);
    const code = (await place(link)).searchParams.get('code')!;
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('refuses a code that waited too long', async () => {
    const { client, code } = await codeOfNewFlow();
    await server.sql(
      `update auth.flow_state set auth_code_issued_at = now() - interval '11 minutes' where auth_code = $1`,
      [code],
    );
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired');
  });

  scenarios(
    () => server,
    [
      {
        title: 'wants both code and verifier',
        path: '/token?grant_type=pkce',
        body: { auth_code: 'x' },
        status: 400,
        body_has: { msg: 'invalid request: both auth code and code verifier should be non-empty' },
      },
    ],
  );
});
