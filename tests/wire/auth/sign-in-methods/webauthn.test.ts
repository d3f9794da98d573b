import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAuthenticatorPage, type AuthenticatorPage } from '../../../harness/identity/authenticator.ts';
import { writeConfig } from '../../../harness/servers/config.ts';
import { startServer, type TestServer } from '../../../harness/servers/server.ts';
import { adminClient, call, freshEmail } from './clients.ts';

let server: TestServer;
let browser: AuthenticatorPage;
const config = writeConfig(`
[auth]
enable_signup = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
`);

/** The official client in the page. */
declare const client: SupabaseClient;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

beforeAll(async () => {
  server = await startServer({ env: config.env });
  browser = await openAuthenticatorPage(server.url, server.publishableKey);
});

afterAll(async () => {
  await browser?.stop();
  await server?.stop();
  config.remove();
});

beforeEach(() => browser.replaceAuthenticator());

const run = <Answer, Input>(work: (input: Input) => Promise<Answer>, input: Input): Promise<Answer> =>
  browser.page.evaluate(work as never, input as never) as Promise<Answer>;

/** A new account, signed in in the page. */
async function signIn(): Promise<Person> {
  const email = freshEmail();
  const password = `pass-${crypto.randomUUID()}`;
  const { data } = await adminClient(server).admin.createUser({ email, password, email_confirm: true });
  await signInAgain({ email, password });
  return { id: data.user!.id, email, password };
}

const signInAgain = (credentials: { email: string; password: string }) =>
  run(async (given) => {
    const { error } = await client.auth.signInWithPassword(given);
    if (error) throw error;
  }, credentials);

const accessToken = () =>
  run(async () => (await client.auth.getSession()).data.session?.access_token ?? '', null);

const bearer = async () => ({ authorization: `Bearer ${await accessToken()}` });

/** Enrols through the client's own ceremony; answers the factor and the level reached. */
const register = (friendlyName: string) =>
  run(async (name) => {
    const { error } = await client.auth.mfa.webauthn.register({ friendlyName: name });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    const { data: factors } = await client.auth.mfa.listFactors();
    return {
      error: error?.message ?? null,
      level: level.data?.currentLevel,
      factor: factors?.all.find(({ factor_type }) => factor_type === 'webauthn'),
    };
  }, friendlyName);

/** What the browser's authenticator answers to options as they stand on the wire. */
const answerOf = (kind: 'create' | 'get', options: unknown) =>
  run(
    async ({ kind: which, options: json }) => {
      const credentials = globalThis.PublicKeyCredential as never as Record<string, (json: unknown) => never>;
      const publicKey =
        credentials[which === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON']!(
          json,
        );
      const made = await navigator.credentials[which]({ publicKey });
      return (made as never as { toJSON(): unknown }).toJSON() as Record<string, Record<string, string>>;
    },
    { kind, options },
  );

describe('a second factor by WebAuthn (contract A4.6)', () => {
  it('is enrolled, raises the session, and proves itself at the next sign-in', async () => {
    const person = await signIn();
    const made = await register('This device');
    expect(made).toMatchObject({
      error: null,
      level: 'aal2',
      factor: { status: 'verified', factor_type: 'webauthn', friendly_name: 'This device' },
    });
    await signInAgain(person);
    const again = await run(async (factorId) => {
      const before = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      const { error } = await client.auth.mfa.webauthn.authenticate({ factorId });
      const after = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      return { before: before.data, error: error?.message ?? null, after: after.data };
    }, made.factor!.id);
    expect(again.before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect(again).toMatchObject({ error: null, after: { currentLevel: 'aal2' } });
    expect(again.after?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/webauthn' });
  });

  it('keeps a public key and never tells it', async () => {
    const { id } = await signIn();
    await register('Key');
    const [row] = await server.sql(
      'select web_authn_credential, web_authn_aaguid, secret from auth.mfa_factors where user_id = $1',
      [id],
    );
    expect(row).toMatchObject({ web_authn_credential: { publicKey: expect.any(String) }, secret: null });
    const { body } = await call(server, 'GET', '/user', undefined, await bearer());
    expect(JSON.stringify(body)).not.toContain('publicKey');
  });

  /** Enrols by hand up to the challenge. */
  async function begun() {
    const headers = await bearer();
    const enrolled = await call(
      server,
      'POST',
      '/factors',
      { factor_type: 'webauthn', friendly_name: '' },
      headers,
    );
    expect([enrolled.status, enrolled.body['type']]).toEqual([200, 'webauthn']);
    const path = `/factors/${String(enrolled.body['id'])}`;
    const challenge = async (webauthn: object = {}) =>
      call(server, 'POST', `${path}/challenge`, { webauthn }, headers);
    const verify = async (body: object) => call(server, 'POST', `${path}/verify`, body, headers);
    return { challenge, verify };
  }

  const publicKeyOf = (body: Record<string, unknown>) =>
    (body['webauthn'] as { credential_options: { publicKey: unknown } }).credential_options.publicKey;

  it('is refused with an answer to another challenge, once spent, and from another page', async () => {
    await signIn();
    const { challenge, verify } = await begun();
    const [first, second] = [await challenge(), await challenge()];
    expect(first.body).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
    const answer = await answerOf('create', publicKeyOf(first.body));
    const proof = (credential_response: unknown) => ({ type: 'create', credential_response });
    const crossed = await verify({ challenge_id: second.body['id'], webauthn: proof(answer) });
    expect([crossed.status, crossed.body['error_code']]).toEqual([422, 'mfa_verification_failed']);
    const clientData = JSON.parse(
      Buffer.from(answer['response']!['clientDataJSON']!, 'base64url').toString(),
    );
    const elsewhere = { ...clientData, origin: 'https://evil.example' };
    const clientDataJSON = Buffer.from(JSON.stringify(elsewhere)).toString('base64url');
    const phished = { ...answer, response: { ...answer['response'], clientDataJSON } };
    const fromElsewhere = await verify({ challenge_id: first.body['id'], webauthn: proof(phished) });
    expect(fromElsewhere.body['error_code']).toBe('mfa_verification_failed');
    const honest = await verify({ challenge_id: first.body['id'], webauthn: proof(answer) });
    expect(honest.status).toBe(200);
    const replayed = await verify({ challenge_id: first.body['id'], webauthn: proof(answer) });
    expect(replayed.status).toBe(422);
  });

  it.each<[object, number, string]>([
    [{}, 400, 'validation_failed'],
    [{ webauthn: { type: 'create' } }, 400, 'validation_failed'],
    [{ webauthn: { type: 'other', credential_response: {} } }, 400, 'validation_failed'],
    [{ webauthn: { type: 'create', credential_response: { id: 'x' } } }, 422, 'mfa_verification_failed'],
    [{ webauthn: { type: 'request', credential_response: { id: 'x' } } }, 422, 'mfa_verification_failed'],
  ])('is refused with %j', async (body, status, code) => {
    await signIn();
    const { challenge, verify } = await begun();
    const { body: open } = await challenge();
    const answer = await verify({ challenge_id: open['id'], ...body });
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });

  it.each([{ rpId: 'evil.example' }, { rpId: 'localhost', rpOrigins: ['https://evil.example'] }])(
    'is not made for others: %j',
    async (webauthn) => {
      await signIn();
      const { challenge } = await begun();
      const answer = await challenge(webauthn);
      expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
    },
  );
});

describe('a passkey', () => {
  const addPasskey = () =>
    run(async () => {
      const { data, error } = await client.auth.registerPasskey();
      return { data, error: error?.message ?? null };
    }, null);

  const signInByPasskey = () =>
    run(async () => {
      await client.auth.signOut({ scope: 'local' });
      const { data, error } = await client.auth.signInWithPasskey();
      return { user: data?.user?.id ?? null, code: error?.code ?? null };
    }, null);

  it('is made, signs in without a name, is named and removed (contract A6.2 and A6.3)', async () => {
    const { id } = await signIn();
    const made = await addPasskey();
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
    expect(await signInByPasskey()).toEqual({ user: id, code: null });
    const headers = await bearer();
    const path = `/passkeys/${made.data!.id}`;
    const renamed = await call(server, 'PATCH', path, { friendly_name: 'Laptop' }, headers);
    expect(renamed.body).toMatchObject({ friendly_name: 'Laptop', last_used_at: expect.any(String) });
    const { body: listed } = await call(server, 'GET', '/passkeys', undefined, headers);
    expect(listed).toMatchObject([{ id: made.data!.id, friendly_name: 'Laptop' }]);
    expect(JSON.stringify(listed)).not.toContain('key');
    expect((await call(server, 'DELETE', path, undefined, headers)).status).toBe(204);
    expect((await call(server, 'DELETE', path, undefined, headers)).status).toBe(404);
    expect(await signInByPasskey()).toEqual({ user: null, code: 'webauthn_verification_failed' });
  });

  it('tells in its token how it signed in', async () => {
    await signIn();
    await addPasskey();
    await signInByPasskey();
    const [, claims = ''] = (await accessToken()).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    });
  });

  const options = (kind: 'registration' | 'authentication', headers = {}) =>
    call(server, 'POST', `/passkeys/${kind}/options`, {}, headers);

  it('is asked for as the contract says (contract A6.1)', async () => {
    await signIn();
    const { body } = await options('registration', await bearer());
    expect(body['options']).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required' },
      pubKeyCredParams: expect.arrayContaining([{ alg: -7, type: 'public-key' }]),
      excludeCredentials: [],
    });
    const fiveMinutes = Date.now() / 1000 + 300;
    expect(Math.abs(Number(body['expires_at']) - fiveMinutes)).toBeLessThan(10);
    const { body: asked } = await options('authentication');
    expect(asked['options']).toMatchObject({ rpId: 'localhost', challenge: expect.any(String) });
    expect((asked['options'] as { allowCredentials?: unknown[] }).allowCredentials ?? []).toEqual([]);
  });

  it('answers a challenge once, in time, and only its own (contract A6.1)', async () => {
    await signIn();
    await addPasskey();
    const use = async (
      mangle: (credential: Record<string, Record<string, string>>) => unknown = (same) => same,
    ) => {
      const { body } = await options('authentication');
      const credential = mangle(await answerOf('get', body['options']));
      return { challenge_id: body['challenge_id'], credential };
    };
    const verify = async (body: object) => {
      const answer = await call(server, 'POST', '/passkeys/authentication/verify', body);
      return answer.status === 200 ? 'signed in' : answer.body['error_code'];
    };
    const honest = await use();
    expect(await verify(honest)).toBe('signed in');
    expect(await verify(honest)).toBe('webauthn_challenge_not_found');
    const [one, two] = [await use(), await use()];
    expect(await verify({ ...one, credential: two.credential })).toBe('webauthn_verification_failed');
    expect(await verify(one)).toBe('webauthn_challenge_not_found');
    const forged = await use((credential) => ({
      ...credential,
      response: { ...credential['response'], signature: 'AAAA' },
    }));
    expect(await verify(forged)).toBe('webauthn_verification_failed');
    const late = await use();
    await server.sql(`update auth.webauthn_challenges set expires_at = now() where id = $1`, [
      late.challenge_id,
    ]);
    expect(await verify(late)).toBe('webauthn_challenge_expired');
    expect(await verify({ challenge_id: 'nonsense', credential: {} })).toBe('webauthn_challenge_not_found');
  });

  it("does not take another user's handle (contract A6.2)", async () => {
    const { id } = await signIn();
    await addPasskey();
    const other = await signIn();
    const { body } = await options('authentication');
    const credential = await answerOf('get', body['options']);
    const response = {
      ...credential['response'],
      userHandle: Buffer.from(other.id).toString('base64url'),
    };
    const answer = await call(server, 'POST', '/passkeys/authentication/verify', {
      challenge_id: body['challenge_id'],
      credential: { ...credential, response },
    });
    expect(answer.body['error_code']).toBe('webauthn_verification_failed');
    expect(id).not.toBe(other.id);
  });

  it('does not sign a banned person in', async () => {
    const { id } = await signIn();
    await addPasskey();
    await adminClient(server).admin.updateUserById(id, { ban_duration: '1h' });
    expect(await signInByPasskey()).toEqual({ user: null, code: 'user_banned' });
  });

  it('is not registered twice, nor beyond ten', async () => {
    const { id } = await signIn();
    const headers = await bearer();
    const { body } = await options('registration', headers);
    const credential = await answerOf('create', body['options']);
    const verify = (challenge_id: unknown) =>
      call(server, 'POST', '/passkeys/registration/verify', { challenge_id, credential }, headers);
    expect((await verify(body['challenge_id'])).status).toBe(200);
    expect((await verify(body['challenge_id'])).body['error_code']).toBe('webauthn_challenge_not_found');
    await server.sql(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key)
       select $1, sha256(convert_to($2 || n, 'UTF8')), '' from generate_series(1, 9) n`,
      [id, id],
    );
    const full = await options('registration', headers);
    expect([full.status, full.body['error_code']]).toEqual([422, 'too_many_passkeys']);
  });

  it('is added only with the second factor at hand, where there is one', async () => {
    const person = await signIn();
    await register('Key');
    await signInAgain(person);
    const refused = await options('registration', await bearer());
    expect([refused.status, refused.body['error_code']]).toEqual([403, 'insufficient_aal']);
  });

  it('is removed only with the second factor at hand, where there is one', async () => {
    const person = await signIn();
    const made = await addPasskey();
    await register('Key');
    await signInAgain(person);
    const path = `/passkeys/${made.data!.id}`;
    const refused = await call(server, 'DELETE', path, {}, await bearer());
    expect([refused.status, refused.body['error_code']]).toEqual([403, 'insufficient_aal']);
    expect((await call(server, 'GET', '/passkeys', undefined, await bearer())).body).toHaveLength(1);
  });

  it('can be seen and removed by an administrator (contract A6.3)', async () => {
    const { id } = await signIn();
    const made = await addPasskey();
    const headers = { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` };
    const path = `/admin/users/${id}/passkeys`;
    expect((await call(server, 'GET', path, undefined, headers)).body).toMatchObject([{ id: made.data!.id }]);
    expect((await call(server, 'DELETE', `${path}/${made.data!.id}`, undefined, headers)).status).toBe(204);
    expect((await call(server, 'GET', path, undefined, headers)).body).toEqual([]);
  });

  it.each([
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
    ['GET', '/passkeys'],
    ['PATCH', `/passkeys/${crypto.randomUUID()}`],
    ['DELETE', `/passkeys/${crypto.randomUUID()}`],
  ])('needs a bearer for %s %s', async (method, path) => {
    const { status, body } = await call(server, method, path, method === 'GET' ? undefined : {});
    expect([status, body['error_code']]).toEqual([401, 'no_authorization']);
  });

  it.each(['', 'x'.repeat(121)])('is not named %j', async (friendly_name) => {
    await signIn();
    const answer = await call(
      server,
      'PATCH',
      `/passkeys/${crypto.randomUUID()}`,
      { friendly_name },
      await bearer(),
    );
    expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
  });
});
