import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { codeMailTo } from '@solostead/server-testkit/auth/mailbox';
import { scenarios, send } from '@solostead/server-testkit/auth/scenario';
import { authClient, outcome, signedInClient } from '@solostead/server-testkit/auth/clients';
import { linkFor, open, place } from '@solostead/server-testkit/auth/mailed-link';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('GET /verify (contract A1.8)', () => {
  test('a link leads to the site with a session in the fragment, once', async ({ server }) => {
    const { link, userId } = await linkFor(server, 'recovery');
    const response = await open(link);
    expect(response.status).toBe(303);
    const url = new URL(response.headers.get('location')!);
    expect([url.origin, url.search]).toEqual([server.url, '']);
    const facts = outcome(url);
    expect(facts.get('type')).toBe('recovery');
    const { data } = await authClient(server).getUser(facts.get('access_token')!);
    expect(data.user?.id).toBe(userId);
    const again = await place(link);
    expect(again.hash).toBe(
      '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    );
  });

  test('is not used up by HEAD, whose answer is the same for every link', async ({ server }) => {
    const { link } = await linkFor(server, 'magiclink');
    const head = async (url: string) => {
      const response = await fetch(url, { method: 'HEAD', redirect: 'manual' });
      // These headers differ between answers in any case.
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

  test('redirects only to allowed targets (contract A0.5)', async ({ server }) => {
    const targets: Record<string, string> = {
      'https://pr-1.preview.example.org/a/b?c=d': 'https://pr-1.preview.example.org',
      'https://evil.example.com/': server.url,
    };
    for (const [target, origin] of Object.entries(targets)) {
      const { hash } = await linkFor(server, 'magiclink');
      const query = new URLSearchParams({ token: hash, type: 'magiclink', redirect_to: target });
      expect((await place(`${server.url}/auth/v1/verify?${query.toString()}`)).origin, target).toBe(origin);
    }
  });

  scenarios(test, [
    {
      title: 'wants a type, without a redirect',
      path: '/verify?token=x',
      status: 400,
      body_has: { msg: 'Verify requires a verification type' },
    },
    {
      title: 'reports an unknown link to a PKCE client in the query too',
      path: '/verify?type=signup&token=pkce_nothing',
      status: 303,
      after: ({ headers }) => {
        const url = new URL(headers.get('location')!);
        expect(url.searchParams.get('error_code')).toBe('otp_expired');
        expect(outcome(url).get('error_code')).toBe('otp_expired');
      },
    },
  ]);
});

describe('POST /token?grant_type=pkce (contract A2.4)', () => {
  /** A client that asked for a sign-in link, and the code that following it brought. */
  async function codeOfNewFlow(server: TestServer) {
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
  const exchange = (server: TestServer, auth_code: string, code_verifier: string) =>
    send(server, { path: '/token?grant_type=pkce', body: { auth_code, code_verifier } });

  test('exchanges a link’s code once, and a wrong verifier does not use it up', async ({ server }) => {
    const { client, email, code } = await codeOfNewFlow(server);
    const wrong = await exchange(server, code, 'x'.repeat(50));
    expect(wrong).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } });
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const again = await exchange(server, code, 'x'.repeat(50));
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
  });

  test('refuses a code that a new password voids while the request waits', async ({ server }) => {
    const { client, email, code } = await codeOfNewFlow(server);
    const other = await holdRows(server, 'select from auth.users where email = $1 for update', [email]);
    const exchanged = client.exchangeCodeForSession(code);
    await lockWaits(server);
    await other.query('delete from auth.flow_state where auth_code = $1', [code]);
    await other.query('commit');
    expect((await exchanged).error?.code).toBe('flow_state_not_found');
  });

  test('refuses an expired code', async ({ server }) => {
    const { client, code } = await codeOfNewFlow(server);
    await server.sql(
      `update auth.flow_state set auth_code_issued_at = now() - interval '11 minutes' where auth_code = $1`,
      [code],
    );
    expect((await client.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired');
  });
});
