import type { SupabaseClient } from '@supabase/supabase-js';
import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { adminClient, call, freshEmail } from '@solostead/server-testkit/auth/clients';
import { describe, expect, it, type WebauthnPage, register } from './webauthn-page.ts';

it.beforeEach(({ page }) => page.replaceAuthenticator());

/** The official client in the page. */
declare const client: SupabaseClient;

describe('a passkey', () => {
  const addPasskey = (page: WebauthnPage) =>
    page.run(async () => {
      const { data, error } = await client.auth.registerPasskey();
      return { data, error: error?.message ?? null };
    }, null);

  const signInByPasskey = (page: WebauthnPage) =>
    page.run(async () => {
      await client.auth.signOut({ scope: 'local' });
      const { data, error } = await client.auth.signInWithPasskey();
      return { user: data?.user?.id ?? null, code: error?.code ?? null };
    }, null);

  it('is created, signs in, is renamed and removed (contract A6.2, A6.3)', async ({ page }) => {
    const { id } = await page.signIn();
    const made = await addPasskey(page);
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
    expect(await signInByPasskey(page)).toEqual({ user: id, code: null });
    const [, claims = ''] = (await page.accessToken()).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    });
    const changed = await page.run(async (passkeyId) => {
      const { passkey } = client.auth;
      const renamed = await passkey.update({ passkeyId, friendlyName: 'Laptop' });
      const listed = await passkey.list();
      const removed = await passkey.delete({ passkeyId });
      const again = await passkey.delete({ passkeyId });
      return { renamed: renamed.data, listed: listed.data, codes: [removed.error, again.error?.status] };
    }, made.data!.id);
    expect(changed).toMatchObject({
      renamed: { friendly_name: 'Laptop', last_used_at: expect.any(String) },
      listed: [{ id: made.data!.id, friendly_name: 'Laptop' }],
      codes: [null, 404],
    });
    expect(JSON.stringify(changed.listed)).not.toContain('key');
    expect(await signInByPasskey(page)).toEqual({ user: null, code: 'webauthn_verification_failed' });
  });

  it('is out of reach of others, except administrators (contract A6.3)', async ({ page }) => {
    const { id: userId } = await page.signIn();
    const { data } = await addPasskey(page);
    const passkeyId = data!.id;
    await page.signIn();
    for (const [method, body] of [
      ['PATCH', { friendly_name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect(
        (await call(page.server, method, `/passkeys/${passkeyId}`, body, await page.bearer())).status,
      ).toBe(404);
    const { passkey } = adminClient(page.server, { experimental: { passkey: true } }).admin;
    expect((await passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }]);
    expect((await passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
    expect((await passkey.listPasskeys({ userId })).data).toEqual([]);
  });

  const options = (page: WebauthnPage, kind: 'registration' | 'authentication', headers = {}) =>
    call(page.server, 'POST', `/passkeys/${kind}/options`, {}, headers);

  it('answers its own challenge once, in time and for its owner', async ({ page }) => {
    await page.signIn();
    await addPasskey(page);
    const use = async (
      mangle: (credential: Record<string, Record<string, string>>) => unknown = (same) => same,
    ) => {
      const { body } = await options(page, 'authentication');
      const credential = mangle(await page.answerOf('get', body['options']));
      return { challenge_id: body['challenge_id'], credential };
    };
    const verify = async (body: object) => {
      const answer = await call(page.server, 'POST', '/passkeys/authentication/verify', body);
      return answer.status === 200 ? 'signed in' : answer.body['error_code'];
    };
    const { body: requested } = await options(page, 'authentication');
    expect(requested['options']).toMatchObject({ rpId: 'localhost', challenge: expect.any(String) });
    expect((requested['options'] as { allowCredentials?: unknown[] }).allowCredentials ?? []).toEqual([]);
    const honest = await use();
    expect(await verify(honest)).toBe('signed in');
    expect(await verify(honest)).toBe('webauthn_challenge_not_found');
    const [one, two] = [await use(), await use()];
    expect(await verify({ ...one, credential: two.credential })).toBe('webauthn_verification_failed');
    expect(await verify(one)).toBe('webauthn_challenge_not_found');
    const { id: otherId } = await page.server.addUser(freshEmail());
    for (const forged of [
      { signature: 'AAAA' },
      { userHandle: Buffer.from(otherId).toString('base64url') },
    ]) {
      const answer = await use((credential) => ({
        ...credential,
        response: { ...credential['response'], ...forged },
      }));
      expect(await verify(answer), JSON.stringify(forged)).toBe('webauthn_verification_failed');
    }
    const late = await use();
    await page.server.sql(`update auth.webauthn_challenges set expires_at = now() where id = $1`, [
      late.challenge_id,
    ]);
    expect(await verify(late)).toBe('webauthn_challenge_expired');
    expect(await verify({ challenge_id: 'nonsense', credential: {} })).toBe('webauthn_challenge_not_found');
  });

  it('does not sign a banned person in', async ({ page }) => {
    const { id } = await page.signIn();
    await addPasskey(page);
    await adminClient(page.server).admin.updateUserById(id, { ban_duration: '1h' });
    expect(await signInByPasskey(page)).toEqual({ user: null, code: 'user_banned' });
  });

  it('is registered once, and an account has ten (contract A6.1)', async ({ page }) => {
    const { id } = await page.signIn();
    const headers = await page.bearer();
    const { body } = await options(page, 'registration', headers);
    expect(body['options']).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required' },
      pubKeyCredParams: expect.arrayContaining([{ alg: -7, type: 'public-key' }]),
      excludeCredentials: [],
    });
    const fiveMinutes = Date.now() / 1000 + 300;
    expect(Math.abs(Number(body['expires_at']) - fiveMinutes)).toBeLessThan(10);
    const credential = await page.answerOf('create', body['options']);
    const verify = (challenge_id: unknown) =>
      call(page.server, 'POST', '/passkeys/registration/verify', { challenge_id, credential }, headers);
    expect((await verify(body['challenge_id'])).status).toBe(200);
    expect((await verify(body['challenge_id'])).body['error_code']).toBe('webauthn_challenge_not_found');
    await page.server.sql(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key)
       select $1, sha256(convert_to($2 || n, 'UTF8')), '' from generate_series(1, 9) n`,
      [id, id],
    );
    const full = await options(page, 'registration', headers);
    expect([full.status, full.body['error_code']]).toEqual([422, 'too_many_passkeys']);
  });

  it('is not added by a session that ended while the request waited', async ({ page }) => {
    const { id } = await page.signIn();
    const headers = await page.bearer();
    const { body } = await options(page, 'registration', headers);
    const credential = await page.answerOf('create', body['options']);
    const owner = await holdRows(page.server, 'select from auth.users where id = $1 for update', [id]);
    const made = { challenge_id: body['challenge_id'], credential };
    const added = call(page.server, 'POST', '/passkeys/registration/verify', made, headers);
    await lockWaits(page.server);
    await owner.query('delete from auth.sessions where user_id = $1', [id]);
    await owner.query('commit');
    expect((await added).body['error_code']).toBe('session_not_found');
  });

  it('is added and removed only with the account’s second factor', async ({ page }) => {
    const person = await page.signIn();
    const made = await addPasskey(page);
    await register(page, 'Key');
    await page.signInAgain(person);
    const headers = await page.bearer();
    const removal = await call(page.server, 'DELETE', `/passkeys/${made.data!.id}`, {}, headers);
    for (const refused of [await options(page, 'registration', headers), removal])
      expect([refused.status, refused.body['error_code']]).toEqual([403, 'insufficient_aal']);
    expect((await call(page.server, 'GET', '/passkeys', undefined, headers)).body).toHaveLength(1);
  });

  it('cannot have an empty name, or one of more than 120 characters', async ({ page }) => {
    await page.signIn();
    const path = `/passkeys/${crypto.randomUUID()}`;
    for (const friendly_name of ['', 'x'.repeat(121)]) {
      const answer = await call(page.server, 'PATCH', path, { friendly_name }, await page.bearer());
      expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
    }
  });
});
