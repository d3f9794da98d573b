import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminClient, adoptSession, authClient, call, outcome, signedInClient } from './clients.ts';
import { person, startProviders, type Providers } from './oauth-providers.ts';

let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
});
afterAll(() => providers?.stop());

describe('linked identities (contract A3.4)', () => {
  it('are added by their owner and removed again', async () => {
    const { client, user } = await signedInClient(providers.server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    const linked = await adoptSession(client, await providers.comeBack(data.url!, someone));
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
    const client = authClient(providers.server);
    const { data: nameless } = await client.signInAnonymously();
    expect(nameless.user?.is_anonymous).toBe(true);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    const user = await adoptSession(client, await providers.comeBack(data.url!, someone));
    expect(user).toMatchObject({ id: nameless.user!.id, is_anonymous: false, email: someone.email });
  });

  it('cannot be removed when the address that is left is another user’s', async () => {
    const { client, user } = await signedInClient(providers.server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    await adoptSession(client, await providers.comeBack(data.url!, someone));
    await adminClient(providers.server).admin.createUser({ email: someone.email!, email_confirm: true });
    const own = (await client.getUserIdentities()).data!.identities.find(
      ({ provider }) => provider === 'email',
    )!;
    expect((await client.unlinkIdentity(own)).error?.code).toBe('email_conflict_identity_not_deletable');
    expect((await client.getUser()).data.user?.email).toBe(user.email);
  });

  it('stay with whom they belong to', async () => {
    const someone = person();
    await providers.comeBack(providers.authorizeUrl(), someone);
    const { client } = await signedInClient(providers.server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    expect(outcome(await providers.comeBack(data.url!, someone)).get('error_code')).toBe(
      'identity_already_exists',
    );
  });

  it('take the mails to their address and the password with them when they are removed', async () => {
    const { client, user, password } = await signedInClient(providers.server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const someone = person();
    await adoptSession(client, await providers.comeBack(data.url!, someone));
    const recovery = await adminClient(providers.server).admin.generateLink({
      type: 'recovery',
      email: user.email!,
    });
    const own = (await client.getUserIdentities()).data!.identities.find(
      ({ provider }) => provider === 'email',
    )!;
    expect((await client.unlinkIdentity(own)).error).toBeNull();
    expect((await client.getUser()).data.user?.email).toBe(someone.email);
    const byPassword = await authClient(providers.server).signInWithPassword({
      email: someone.email!,
      password,
    });
    expect(byPassword.error?.code).toBe('invalid_credentials');
    const stranger = await authClient(providers.server).verifyOtp({
      type: 'recovery',
      token_hash: recovery.data.properties!.hashed_token,
    });
    expect(stranger.error?.code).toBe('otp_expired');
  });

  it('are changed by who has shown the second factor that the account asks for', async () => {
    const { client, user } = await signedInClient(providers.server);
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

  it('cannot all be removed', async () => {
    const { client } = await signedInClient(providers.server);
    const [only] = (await client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(only!)).error?.code).toBe('single_identity_not_deletable');
  });

  it("cannot be removed from another user's account", async () => {
    const other = await signedInClient(providers.server);
    const { client } = await signedInClient(providers.server);
    const { data } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    await providers.comeBack(data.url!, person());
    const [foreign] = (await other.client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(foreign!)).error?.code).toBe('identity_not_found');
  });

  it('need a bearer and a UUID', async () => {
    expect((await call(providers.server, 'GET', '/user/identities/authorize?provider=google')).status).toBe(
      401,
    );
    const { client } = await signedInClient(providers.server);
    const { error } = await client.unlinkIdentity({ identity_id: 'nonsense' } as never);
    expect([error?.status, error?.code]).toEqual([404, 'validation_failed']);
  });
});
