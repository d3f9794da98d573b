import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeConfig } from '../../../harness/servers/config.ts';
import { startGithub, type GithubLike } from '../../../harness/identity/github.ts';
import { startOidcIssuer, type IssuerPerson, type OidcIssuer } from '../../../harness/identity/oidc.ts';
import { startServer, type TestServer } from '../../../harness/servers/server.ts';
import { Visitor } from '../../../harness/visitor.ts';
import { mailsTo, mailTo } from '../mailbox.ts';
import {
  adminClient,
  adoptSession,
  authClient,
  call,
  freshEmail,
  outcome,
  signedInClient,
} from './clients.ts';

let issuer: OidcIssuer;
let github: GithubLike;
let server: TestServer;
let config: ReturnType<typeof writeConfig>;

beforeAll(async () => {
  [issuer, github] = await Promise.all([startOidcIssuer(), startGithub()]);
  const provider = `enabled = true\nclient_id = "${issuer.clientId}"\nsecret = "${issuer.clientSecret}"`;
  config = writeConfig(`
[auth]
enable_signup = true
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.external.google]
${provider}
url = "${issuer.url}"
[auth.external.keycloak]
${provider}
url = "${issuer.url}"
email_optional = true
[auth.external.github]
enabled = true
client_id = "${github.clientId}"
secret = "${github.clientSecret}"
url = "${github.url}"
`);
  server = await startServer({ env: config.env });
  issuer.allowRedirect(`${server.url}/auth/v1/callback`);
});

afterAll(async () => {
  await server?.stop();
  await Promise.all([issuer?.stop(), github?.stop()]);
  config?.remove();
});

const person = (change: Partial<IssuerPerson> = {}): IssuerPerson => ({
  sub: crypto.randomUUID(),
  email: freshEmail(),
  email_verified: true,
  name: 'Sample Person',
  ...change,
});

const home = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/auth/');

/** Goes where the client sends a browser and comes back to the site. */
async function comeBack(url: string, as: IssuerPerson | null): Promise<URL> {
  issuer.signInAs(as);
  return new Visitor().follow(url, home);
}

const authorizeUrl = (parameters: Record<string, string> = {}) =>
  `${server.url}/auth/v1/authorize?${new URLSearchParams({ provider: 'google', ...parameters })}`;

describe('signing in at an OpenID issuer', () => {
  it('makes an account and hands the session over in the fragment (implicit flow)', async () => {
    const client = authClient(server);
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${server.url}/admin`, scopes: 'profile', skipBrowserRedirect: true },
    });
    const someone = person();
    const back = await comeBack(data.url!, someone);
    expect(back.pathname).toBe('/admin');
    expect(outcome(back).get('provider_token')).toBeTruthy();
    expect(outcome(back).get('token_type')).toBe('bearer');
    const user = await adoptSession(client, back);
    expect(user.email).toBe(someone.email);
    expect(user.email_confirmed_at).toBeTruthy();
    expect(user.app_metadata).toMatchObject({ provider: 'google', providers: ['google'] });
    expect(user.user_metadata).toMatchObject({ full_name: 'Sample Person', email: someone.email });
    expect(user.identities).toMatchObject([
      { provider: 'google', id: someone.sub, identity_data: { sub: someone.sub, email_verified: true } },
    ]);
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: 'oauth' }]);
  });

  it('hands over a code that only the verifier opens (PKCE)', async () => {
    const client = authClient(server, { flowType: 'pkce' });
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const back = await comeBack(data.url!, person());
    expect(back.hash).toBe('');
    const code = back.searchParams.get('code')!;
    const wrong = await call(server, 'POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    });
    expect([wrong.status, wrong.body['error_code']]).toEqual([400, 'bad_code_verifier']);
    const { data: session, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(session.session?.provider_token).toBeTruthy();
    const again = await call(server, 'POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'x'.repeat(50),
    });
    expect([again.status, again.body['error_code']]).toEqual([404, 'flow_state_not_found']);
  });

  it('asks the issuer with PKCE, nonce and state, and lets no caller overrule them', async () => {
    const response = await fetch(
      authorizeUrl({ prompt: 'consent', client_id: 'evil', redirect_uri: 'https://evil.example' }),
      {
        redirect: 'manual',
      },
    );
    expect(response.status).toBe(302);
    const asked = new URL(response.headers.get('location')!).searchParams;
    expect(asked.get('client_id')).toBe(issuer.clientId);
    expect(asked.get('redirect_uri')).toBe(`${server.url}/auth/v1/callback`);
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('nonce')).toBeTruthy();
    expect(asked.get('prompt')).toBe('consent');
    expect(asked.get('state')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('knows the same person again', async () => {
    const someone = person();
    const first = await adoptSession(authClient(server), await comeBack(authorizeUrl(), someone));
    const second = await adoptSession(
      authClient(server),
      await comeBack(authorizeUrl(), { ...someone, email: freshEmail(), name: 'Renamed Person' }),
    );
    expect(second.id).toBe(first.id);
    expect(second.user_metadata['full_name']).toBe('Renamed Person');
    expect(second.email).toBe(first.email);
  });

  it('joins the account that has the same verified address', async () => {
    const { user } = await signedInClient(server);
    const joined = await adoptSession(
      authClient(server),
      await comeBack(authorizeUrl(), person({ email: user.email })),
    );
    expect(joined.id).toBe(user.id);
    expect(joined.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'google']);
    expect(joined.app_metadata['providers']).toEqual(['email', 'google']);
    expect((await mailTo(server, user.email!)).subject).toBe('Another way to sign in was added');
    expect(await mailsTo(server, user.email!)).toHaveLength(1);
  });

  it('takes nothing over from an account whose maker never proved the address', async () => {
    const email = freshEmail();
    const password = 'planted-by-a-stranger';
    const planted = await adminClient(server).admin.createUser({
      email,
      password,
      user_metadata: { planted: true },
    });
    const user = await adoptSession(authClient(server), await comeBack(authorizeUrl(), person({ email })));
    expect(user.id).toBe(planted.data.user!.id);
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['google']);
    expect(user.user_metadata['planted']).toBeUndefined();
    const { error } = await authClient(server).signInWithPassword({ email, password });
    expect(error?.code).toBe('invalid_credentials');
  });

  it.each([
    ['with an account', async () => (await signedInClient(server)).user.email!],
    ['without an account', async () => freshEmail()],
  ])('refuses an unverified address %s', async (_, email) => {
    const address = await email();
    const before = await server.sql('select count(*)::int as users from auth.users');
    const back = await comeBack(authorizeUrl(), person({ email: address, email_verified: false }));
    expect(outcome(back).get('error_code')).toBe('provider_email_needs_verification');
    expect(outcome(back).get('access_token')).toBeNull();
    expect(await server.sql('select count(*)::int as users from auth.users')).toEqual(before);
  });

  it('needs an address unless the provider may do without', async () => {
    const nameless = person({ email: undefined, email_verified: undefined });
    expect(outcome(await comeBack(authorizeUrl(), nameless)).get('error_code')).toBe('validation_failed');
    const user = await adoptSession(
      authClient(server),
      await comeBack(authorizeUrl({ provider: 'keycloak' }), nameless),
    );
    expect(user.email).toBe('');
  });

  it('refuses a banned person', async () => {
    const someone = person();
    const user = await adoptSession(authClient(server), await comeBack(authorizeUrl(), someone));
    await adminClient(server).admin.updateUserById(user.id, { ban_duration: '24h' });
    expect(outcome(await comeBack(authorizeUrl(), someone)).get('error_code')).toBe('user_banned');
  });

  it('says so when the person cancels', async () => {
    const back = await comeBack(authorizeUrl({ redirect_to: `${server.url}/admin` }), null);
    expect(back.pathname).toBe('/admin');
    for (const facts of [outcome(back), back.searchParams]) expect(facts.get('error')).toBe('access_denied');
    expect(outcome(back).get('sb')).toBe('');
  });

  it('redirects to no place that is not allowed', async () => {
    const back = await comeBack(authorizeUrl({ redirect_to: 'https://evil.example/' }), person());
    expect(back.origin).toBe(server.url);
  });
});

describe('signing in at GitHub', () => {
  const account = (emails: { email: string; primary: boolean; verified: boolean }[]) => ({
    id: Math.floor(Math.random() * 1e9),
    login: 'sample-person',
    name: 'Sample Person',
    emails,
  });
  const visit = () => new Visitor().follow(authorizeUrl({ provider: 'github' }), home);

  it('knows a person by the verified address, the primary one before others', async () => {
    const [primary, other] = [freshEmail(), freshEmail()];
    const someone = account([
      { email: other, primary: false, verified: true },
      { email: primary, primary: true, verified: true },
    ]);
    github.signInAs(someone);
    const user = await adoptSession(authClient(server), await visit());
    expect(user.email).toBe(primary);
    expect(user.app_metadata['provider']).toBe('github');
    expect(user.identities).toMatchObject([
      { provider: 'github', id: String(someone.id), identity_data: { user_name: 'sample-person' } },
    ]);
    const again = await adoptSession(authClient(server), await visit());
    expect(again.id).toBe(user.id);
  });

  it('links no account by an unverified address', async () => {
    const { user } = await signedInClient(server);
    github.signInAs(account([{ email: user.email!, primary: true, verified: false }]));
    expect(outcome(await visit()).get('error_code')).toBe('provider_email_needs_verification');
  });
});

describe('GET /authorize (contract A0.10 and A5.1)', () => {
  it.each([
    [{ provider: 'unknown' }, /Unsupported provider/],
    [{ provider: 'gitlab' }, /Unsupported provider/],
    [{ provider: '' }, /Unsupported provider/],
    [{ code_challenge: 'a'.repeat(43) }, /PKCE flow requires/],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, /between 43 and 128/],
  ])('refuses %j', async (parameters, message) => {
    const response = await fetch(authorizeUrl(parameters), { redirect: 'manual' });
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ error_code: 'validation_failed', msg: expect.stringMatching(message) });
  });
});

describe('/callback (contract A5.2)', () => {
  const answer = async (query: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}/auth/v1/callback${query}`, { redirect: 'manual', ...init });
    expect(response.status).toBe(302);
    return outcome(new URL(response.headers.get('location')!));
  };

  it.each([
    ['', 'bad_oauth_callback'],
    ['?state=', 'bad_oauth_callback'],
    ['?state=nonsense&code=x', 'bad_oauth_state'],
    [`?state=${crypto.randomUUID()}&code=x`, 'bad_oauth_state'],
  ])('with %j answers %s', async (query, code) => {
    const facts = await answer(query);
    expect([facts.get('error'), facts.get('error_code')]).toEqual(['invalid_request', code]);
  });

  const beginFlow = async () => {
    const response = await fetch(authorizeUrl(), { redirect: 'manual' });
    return new URL(response.headers.get('location')!).searchParams.get('state')!;
  };

  it('spends a state at its first use, and says so at the second', async () => {
    const state = await beginFlow();
    expect((await answer(`?state=${state}&code=made-up`)).get('error')).toBe('server_error');
    expect((await answer(`?state=${state}&code=made-up`)).get('error_code')).toBe('flow_state_already_used');
  });

  it('refuses a state that took too long', async () => {
    const state = await beginFlow();
    await server.sql(`update auth.flow_state set created_at = now() - interval '11 minutes' where id = $1`, [
      state,
    ]);
    expect((await answer(`?state=${state}&code=x`)).get('error_code')).toBe('bad_oauth_state');
  });

  it('takes a form as well', async () => {
    const body = new URLSearchParams({
      state: await beginFlow(),
      error: 'access_denied',
      error_description: 'No',
    });
    const facts = await answer('', { method: 'POST', body });
    expect([facts.get('error'), facts.get('error_description')]).toEqual(['access_denied', 'No']);
  });

  it('lets one of many uses of a state through', async () => {
    issuer.signInAs(person());
    const visitor = new Visitor();
    const callbackUrl = await visitor.follow(authorizeUrl(), (url) => url.pathname === '/auth/v1/callback');
    const uses = Array.from({ length: 20 }, () => fetch(callbackUrl, { redirect: 'manual' }));
    const facts = (await Promise.all(uses)).map((use) => outcome(new URL(use.headers.get('location')!)));
    expect(facts.filter((fact) => fact.has('access_token'))).toHaveLength(1);
  });
});

describe('linked identities (contract A3.4)', () => {
  it('are added by their owner and removed again', async () => {
    const { client, user } = await signedInClient(server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    const linked = await adoptSession(client, await comeBack(data.url!, someone));
    expect(linked.id).toBe(user.id);
    const { data: known } = await client.getUserIdentities();
    const identity = known!.identities.find(({ provider }) => provider === 'google')!;
    expect(identity.identity_data?.['email']).toBe(someone.email);
    const { error } = await client.unlinkIdentity(identity);
    expect(error).toBeNull();
    expect((await client.getUserIdentities()).data!.identities).toHaveLength(1);
    expect((await client.getUser()).data.user?.app_metadata['providers']).toEqual(['email']);
  });

  it('make an account without a name a lasting one', async () => {
    const client = authClient(server);
    const { data: nameless } = await client.signInAnonymously();
    expect(nameless.user?.is_anonymous).toBe(true);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    const user = await adoptSession(client, await comeBack(data.url!, someone));
    expect(user).toMatchObject({ id: nameless.user!.id, is_anonymous: false, email: someone.email });
  });

  it('cannot be removed when the address that is left is another user’s', async () => {
    const { client, user } = await signedInClient(server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    await adoptSession(client, await comeBack(data.url!, someone));
    await adminClient(server).admin.createUser({ email: someone.email!, email_confirm: true });
    const own = (await client.getUserIdentities()).data!.identities.find(
      ({ provider }) => provider === 'email',
    )!;
    expect((await client.unlinkIdentity(own)).error?.code).toBe('email_conflict_identity_not_deletable');
    expect((await client.getUser()).data.user?.email).toBe(user.email);
  });

  it('stay with whom they belong to', async () => {
    const someone = person();
    await comeBack(authorizeUrl(), someone);
    const { client } = await signedInClient(server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(outcome(await comeBack(data.url!, someone)).get('error_code')).toBe('identity_already_exists');
  });

  it('take the mails to their address with them when they are removed', async () => {
    const { client, user } = await signedInClient(server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    await adoptSession(client, await comeBack(data.url!, someone));
    const recovery = await adminClient(server).admin.generateLink({ type: 'recovery', email: user.email! });
    const own = (await client.getUserIdentities()).data!.identities.find(
      ({ provider }) => provider === 'email',
    )!;
    expect((await client.unlinkIdentity(own)).error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(someone.email);
    const stranger = await authClient(server).verifyOtp({
      type: 'recovery',
      token_hash: recovery.data.properties!.hashed_token,
    });
    expect(stranger.error?.code).toBe('otp_expired');
  });

  it('are changed by who has shown the second factor that the account asks for', async () => {
    const { client, user } = await signedInClient(server);
    await server.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'mine', 'totp', 'verified', now(), now(), 'AAAAAAAAAAAAAAAA')`,
      [user.id],
    );
    const linked = await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } });
    expect(linked.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const [own] = (await client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(own!)).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
  });

  it('cannot all be removed', async () => {
    const { client } = await signedInClient(server);
    const [only] = (await client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(only!)).error?.code).toBe('single_identity_not_deletable');
  });

  it("cannot be removed from another user's account", async () => {
    const other = await signedInClient(server);
    const { client } = await signedInClient(server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    await comeBack(data.url!, person());
    const [foreign] = (await other.client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(foreign!)).error?.code).toBe('identity_not_found');
  });

  it('need a bearer and a UUID', async () => {
    expect((await call(server, 'GET', '/user/identities/authorize?provider=google')).status).toBe(401);
    const { client } = await signedInClient(server);
    const { error } = await client.unlinkIdentity({ identity_id: 'nonsense' } as never);
    expect([error?.status, error?.code]).toEqual([404, 'validation_failed']);
  });
});
