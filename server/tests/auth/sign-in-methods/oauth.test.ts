import { Visitor } from '@solostead/server-testkit/visitor';
import { mailsTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import type { IssuerPerson } from '@solostead/server-testkit/identity/oidc';
import {
  adminClient,
  adoptSession,
  authClient,
  freshEmail,
  outcome,
  signedInClient,
} from '@solostead/server-testkit/auth/clients';
import { record, seenOf } from '../seen-by-triggers.ts';
import { describe, expect, it, person, type Providers } from './oauth-providers.ts';

let providers: Providers;
it.beforeAll(({ providers: shared }) => {
  providers = shared;
});

/** Signs a new client in at the issuer. */
const signIn = async (someone: IssuerPerson, parameters: Record<string, string> = {}) =>
  adoptSession(
    authClient(providers.server),
    await providers.comeBack(providers.authorizeUrl(parameters), someone),
  );
/** Returns the error code with which a sign-in at the issuer comes back. */
const refusal = async (someone: IssuerPerson) =>
  outcome(await providers.comeBack(providers.authorizeUrl(), someone)).get('error_code');

describe('signing in at an OpenID issuer', () => {
  it('lets a trigger on auth.users see the claims, then the confirmation, as GoTrue does, and refuse', async () => {
    const { server } = providers;
    await record(server);
    const someone = person();
    await signIn(someone);
    const [inserted, confirmed, signedIn, ...rest] = await seenOf(server, someone.email!);
    expect([inserted, confirmed, signedIn].map((seen) => [seen![0], seen![2]])).toEqual([
      ['insert', 0],
      ['email_confirmed_at', 1],
      ['last_sign_in_at', 1],
    ]);
    expect([inserted![1], rest]).toEqual([expect.stringContaining('email_verified=true full_name'), []]);
    await server.sql(`create or replace function public.see() returns trigger language plpgsql as $$
      begin raise exception 'Only employees'; end $$`);
    const refused = outcome(await providers.comeBack(providers.authorizeUrl(), person()));
    await server.sql('drop trigger see on auth.users');
    await server.sql('drop table public.seen');
    expect([refused.get('error'), refused.get('error_description')]).toEqual([
      'server_error',
      'Database error saving new user',
    ]);
  });

  it('creates an account and passes the session in the fragment (implicit flow)', async () => {
    const client = authClient(providers.server);
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${providers.server.url}/admin`, scopes: 'profile', skipBrowserRedirect: true },
    });
    const someone = person();
    const back = await providers.comeBack(data.url!, someone);
    expect(back.pathname).toBe('/admin');
    expect(outcome(back).get('provider_token')).toBeTruthy();
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

  it('passes a code that only its verifier can redeem (PKCE)', async () => {
    const client = authClient(providers.server, { flowType: 'pkce' });
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const back = await providers.comeBack(data.url!, person());
    expect(back.hash).toBe('');
    const code = back.searchParams.get('code')!;
    const { data: session, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(session.session?.provider_token).toBeTruthy();
  });

  it('recognises a returning user', async () => {
    const someone = person();
    const first = await signIn(someone);
    const second = await signIn({ ...someone, email: freshEmail(), name: 'Renamed Person' });
    expect(second.id).toBe(first.id);
    expect(second.user_metadata['full_name']).toBe('Renamed Person');
    expect(second.email).toBe(first.email);
  });

  it('joins the account that has the same verified address', async () => {
    const { user } = await signedInClient(providers.server);
    const joined = await signIn(person({ email: user.email }));
    expect(joined.id).toBe(user.id);
    expect(joined.identities?.map(({ provider }) => provider).sort()).toEqual(['email', 'google']);
    expect(joined.app_metadata['providers']).toEqual(['email', 'google']);
    expect((await mailTo(providers.server, user.email!)).subject).toBe('Another way to sign in was added');
    expect(await mailsTo(providers.server, user.email!)).toHaveLength(1);
  });

  it('keeps nothing of an account whose creator never proved the address', async () => {
    const email = freshEmail();
    const password = 'planted-by-someone-else';
    const planted = await adminClient(providers.server).admin.createUser({
      email,
      password,
      user_metadata: { planted: true },
    });
    const user = await signIn(person({ email }));
    expect(user.id).toBe(planted.data.user!.id);
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['google']);
    expect(user.user_metadata['planted']).toBeUndefined();
    const { error } = await authClient(providers.server).signInWithPassword({ email, password });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('refuses an unverified address', async () => {
    const { user } = await signedInClient(providers.server);
    const before = await providers.server.sql('select count(*)::int as users from auth.users');
    for (const email of [user.email, freshEmail()]) {
      const code = await refusal(person({ email, email_verified: false }));
      expect(code).toBe('provider_email_needs_verification');
    }
    expect(await providers.server.sql('select count(*)::int as users from auth.users')).toEqual(before);
  });

  it('requires an address unless the provider may omit it', async () => {
    const nameless = person({ email: undefined, email_verified: undefined });
    expect(await refusal(nameless)).toBe('validation_failed');
    const user = await signIn(nameless, { provider: 'keycloak' });
    expect(user.email).toBe('');
  });

  it('refuses a banned person', async () => {
    const someone = person();
    const user = await signIn(someone);
    await adminClient(providers.server).admin.updateUserById(user.id, { ban_duration: '24h' });
    expect(await refusal(someone)).toBe('user_banned');
  });

  it('reports a cancelled sign-in, only to allowed targets', async () => {
    const cancel = (redirect_to: string) => providers.comeBack(providers.authorizeUrl({ redirect_to }), null);
    expect((await cancel('https://evil.example/')).origin).toBe(providers.server.url);
    const back = await cancel(`${providers.server.url}/admin`);
    expect(back.pathname).toBe('/admin');
    for (const facts of [outcome(back), back.searchParams]) expect(facts.get('error')).toBe('access_denied');
    expect(outcome(back).get('sb')).toBe('');
  });
});

describe('signing in at GitHub', () => {
  const account = (emails: { email: string; primary: boolean; verified: boolean }[]) => ({
    id: Math.floor(Math.random() * 1e9),
    login: 'sample-person',
    name: 'Sample Person',
    emails,
  });
  const visit = () => new Visitor().follow(providers.authorizeUrl({ provider: 'github' }), providers.home);

  it('uses a verified address, preferably the primary one', async () => {
    const [primary, other] = [freshEmail(), freshEmail()];
    const someone = account([
      { email: other, primary: false, verified: true },
      { email: primary, primary: true, verified: true },
    ]);
    providers.github.signInAs(someone);
    const user = await adoptSession(authClient(providers.server), await visit());
    expect(user.email).toBe(primary);
    expect(user.app_metadata['provider']).toBe('github');
    expect(user.identities).toMatchObject([
      { provider: 'github', id: String(someone.id), identity_data: { user_name: 'sample-person' } },
    ]);
  });
});
