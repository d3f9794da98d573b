import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import type { GoTrueClient, User } from '@supabase/auth-js';
import {
  adminClient,
  authClient,
  freshEmail,
  outcome,
  signedInClient,
} from '@solostead/server-testkit/auth/clients';
import type { IssuerPerson } from '@solostead/server-testkit/identity/oidc';
import { totp } from '@solostead/server-testkit/identity/totp';
import { describe, expect, it, person, type Providers } from './oauth-providers.ts';

describe('linked identities (contract A3.4)', () => {
  it('are added by their owner and removed again, except the last one', async ({ providers }) => {
    const { client, user } = await signedInHere(providers);
    const someone = person();
    const linked = await link(providers, client, someone);
    expect(linked.id).toBe(user.id);
    const identity = await identityOf(client, 'google');
    expect(identity.identity_data?.['email']).toBe(someone.email);
    const { error } = await client.unlinkIdentity(identity);
    expect(error).toBeNull();
    const [only, ...others] = (await client.getUserIdentities()).data!.identities;
    expect(others).toEqual([]);
    expect((await client.unlinkIdentity(only!)).error?.code).toBe('single_identity_not_deletable');
    expect((await client.getUser()).data.user?.app_metadata['providers']).toEqual(['email']);
  });

  it('make an anonymous account permanent', async ({ providers }) => {
    const client = authClient(providers.server, { flowType: 'pkce' });
    const { data: nameless } = await client.signInAnonymously();
    expect(nameless.user?.is_anonymous).toBe(true);
    const someone = person();
    const user = await link(providers, client, someone);
    expect(user).toMatchObject({ id: nameless.user!.id, is_anonymous: false, email: someone.email });
  });

  it('cannot be removed if the remaining address belongs to another user', async ({ providers }) => {
    const { client, user } = await signedInHere(providers);
    const someone = person();
    await link(providers, client, someone);
    await adminClient(providers.server).admin.createUser({ email: someone.email!, email_confirm: true });
    expect((await client.unlinkIdentity(await identityOf(client, 'email'))).error?.code).toBe(
      'email_conflict_identity_not_deletable',
    );
    expect((await client.getUser()).data.user?.email).toBe(user.email);
  });

  it('void pending mails and the password of their address when they are removed', async ({ providers }) => {
    const { client, user, password } = await signedInHere(providers);
    const someone = person();
    await link(providers, client, someone);
    const recovery = await adminClient(providers.server).admin.generateLink({
      type: 'recovery',
      email: user.email!,
    });
    expect((await client.unlinkIdentity(await identityOf(client, 'email'))).error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(someone.email);
    const byPassword = await authClient(providers.server).signInWithPassword({
      email: someone.email!,
      password,
    });
    expect(byPassword.error?.code).toBe('invalid_credentials');
    const byLink = await authClient(providers.server).verifyOtp({
      type: 'recovery',
      token_hash: recovery.data.properties!.hashed_token,
    });
    expect(byLink.error?.code).toBe('otp_expired');
  });

  it('are changed only after the second factor that the account requires', async ({ providers }) => {
    const { client, user } = await signedInHere(providers);
    await providers.server.sql(
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

  it('are not added by another person who follows the link (contract A3.5)', async ({ providers }) => {
    const { client } = await signedInHere(providers);
    const { data } = await client.linkIdentity({ provider: 'google', options: noPrompt });
    expect(new URL(data.url!).searchParams.get('prompt')).toBeNull();
    const victim = person();
    const back = await providers.comeBack(data.url!, victim);
    expect(await identitiesOf(client)).toEqual(['email']);
    const elsewhere = authClient(providers.server, { flowType: 'pkce' });
    await expect(finish(elsewhere, back)).rejects.toThrow();
    expect(await identitiesOf(client)).toEqual(['email']);
    const own = outcome(await providers.comeBack(providers.authorizeUrl(), victim));
    expect(own.get('access_token')).not.toBeNull();
  });

  it('are refused if another account has the address, or without PKCE', async ({ providers }) => {
    const someone = await signedInHere(providers);
    const { client } = await signedInHere(providers);
    const linked = link(providers, client, person({ email: someone.user.email! }));
    await expect(linked).rejects.toMatchObject({ status: 422, code: 'email_exists' });
    const implicit = await signedInClient(providers.server);
    const { error } = await implicit.client.linkIdentity({ provider: 'google', options: noBrowser });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it.for([
    ['a global sign-out', (_begun: GoTrueClient, other: GoTrueClient) => other.signOut({ scope: 'global' })],
    ['its own sign-out', (begun: GoTrueClient) => begun.signOut({ scope: 'local' })],
    ['a new password', (begun: GoTrueClient) => begun.updateUser({ password: crypto.randomUUID() })],
    [
      'a new second factor',
      async (begun: GoTrueClient) => {
        const { data } = await begun.mfa.enroll({ factorType: 'totp' });
        return begun.mfa.challengeAndVerify({ factorId: data!.id, code: totp(data!.totp.secret) });
      },
    ],
  ] as const)('are not added after %s (contract A3.5)', async ([, end], { providers }) => {
    const email = freshEmail();
    const { client, password, user } = await signedInClient(providers.server, email, { flowType: 'pkce' });
    const other = authClient(providers.server);
    await other.signInWithPassword({ email, password });
    const begin = () => client.linkIdentity({ provider: 'google', options: noBrowser });
    const back = await providers.comeBack((await begin()).data.url!, person());
    const open = (await begin()).data.url!;
    const { admin } = adminClient(providers.server);
    expect((await end(client, other)).error).toBeNull();
    await expect(finish(client, back)).rejects.toThrow();
    expect(outcome(await providers.comeBack(open, person())).get('error_code')).toBe('bad_oauth_state');
    const { data } = await admin.getUserById(user.id);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('are refused to a session that ends while its link begins (contract A3.5)', async ({ providers }) => {
    const { server } = providers;
    const { client } = await signedInHere(providers);
    const { session } = (await client.getSession()).data;
    const claims = JSON.parse(
      Buffer.from(session!.access_token.split('.')[1]!, 'base64url').toString(),
    ) as Record<string, string>;
    const ended = 'delete from auth.sessions where id = $1';
    const other = await holdRows(server, ended, [claims['session_id']]);
    const begun = client.linkIdentity({ provider: 'google', options: noBrowser });
    await lockWaits(server);
    await other.query('commit');
    // The client turns 403 session_not_found into this error.
    expect((await begun).error?.name).toBe('AuthSessionMissingError');
  });

  it('and every other way in are removed by the command secure, in one step', async ({ providers }) => {
    const { server } = providers;
    const { client, user } = await signedInHere(providers);
    const maker = person();
    await link(providers, client, maker);
    const email = freshEmail();
    await adminClient(server).admin.updateUserById(user.id, {
      email,
      phone: '15550104242',
      phone_confirm: true,
    });
    await server.sql(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, '\\x01', '\\x02')`,
      [user.id],
    );
    await server.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'app', 'totp', 'verified', now(), now(), 'x')`,
      [user.id],
    );

    const printed = await server.command('secure', email);
    const [, password = ''] = /^new password: (\S{20})$/m.exec(printed) ?? [];
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    const { data } = await authClient(server).signInWithPassword({ email, password });
    expect(data.user).toMatchObject({
      id: user.id,
      email,
      phone: '',
      app_metadata: { providers: ['email'] },
    });
    expect(data.user!.identities).toMatchObject([{ provider: 'email' }]);
    expect(data.user!.factors ?? []).toEqual([]);
    const left = 'select count(*)::int as passkeys from auth.webauthn_credentials where user_id = $1';
    expect(await server.sql(left, [user.id])).toEqual([{ passkeys: 0 }]);

    const again = authClient(server, { flowType: 'pkce' });
    const { data: begun } = await again.signInWithOAuth({ provider: 'google', options: noBrowser });
    const returned = await finish(again, await providers.comeBack(begun.url!, maker));
    expect(returned.id).not.toBe(user.id);
    await expect(server.command('secure', freshEmail())).rejects.toThrow(/There is no account of/);
  });

  it("cannot be removed from another user's account", async ({ providers }) => {
    const other = await signedInHere(providers);
    const { client } = await signedInHere(providers);
    await link(providers, client, person());
    const [foreign] = (await other.client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(foreign!)).error?.code).toBe('identity_not_found');
  });
});

const noBrowser = { skipBrowserRedirect: true };
const noPrompt = { ...noBrowser, queryParams: { prompt: 'none' } };
const signedInHere = (providers: Providers) =>
  signedInClient(providers.server, freshEmail(), { flowType: 'pkce' });

/** Exchanges the code like the page that the browser returns to. */
async function finish(client: GoTrueClient, url: URL): Promise<User> {
  const { data, error } = await client.exchangeCodeForSession(url.searchParams.get('code') ?? '');
  if (error) throw error;
  return data.user;
}

/** Adds the identity of `someone` at the issuer to the client's account. Rejects with the refusal. */
async function link(providers: Providers, client: GoTrueClient, someone: IssuerPerson): Promise<User> {
  const { data } = await client.linkIdentity({ provider: 'google', options: noBrowser });
  return finish(client, await providers.comeBack(data.url!, someone));
}

const identityOf = async (client: GoTrueClient, wanted: string) =>
  (await client.getUserIdentities()).data!.identities.find(({ provider }) => provider === wanted)!;

async function identitiesOf(client: GoTrueClient): Promise<string[]> {
  return (await client.getUserIdentities()).data!.identities.map(({ provider }) => provider);
}
