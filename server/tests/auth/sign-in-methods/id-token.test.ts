import { createHash } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import type { TokenOptions } from '@solostead/server-testkit/identity/oidc';
import { authClient, call, signedInClient } from '@solostead/server-testkit/auth/clients';
import { describe, expect, it, person, type Providers } from './oauth-providers.ts';

let providers: Providers;
let server: Providers['server'];
it.beforeAll(({ providers: shared }) => {
  providers = shared;
  ({ server } = shared);
});

describe('an ID token (contract A0.2 and A2.5)', () => {
  it('signs a person in', async () => {
    const someone = person();
    const client = authClient(server);
    const { data, error } = await client.signInWithIdToken({
      provider: 'google',
      token: await token({}, someone),
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: someone.email, app_metadata: { provider: 'google' } });
  });

  it('is accepted with its nonce, and by issuer and client', async () => {
    const withNonce = await token({ claims: { nonce: hashed('raw') } });
    expect((await ofGoogle(withNonce, { nonce: 'raw' })).status).toBe(200);
    const named = {
      client_id: providers.issuer.clientId,
      issuer: providers.issuer.url,
      id_token: await token(),
    };
    expect((await grant(named)).status).toBe(200);
  });

  it('creates one account when a new person sends many at once', async () => {
    const someone = person();
    const use = async () => ofGoogle(await token({}, someone));
    const answers = await Promise.all(Array.from({ length: 10 }, use));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => (body['user'] as { id: string }).id)).size).toBe(1);
  });

  it('creates one account of many identities with one verified address that come at once', async () => {
    const { email } = person();
    const use = async () => ofGoogle(await token({}, person({ email })));
    const answers = await Promise.all(Array.from({ length: 20 }, use));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ body }) => (body['user'] as { id: string }).id)).size).toBe(1);
  });

  it('works once', async () => {
    const used = await token();
    expect((await ofGoogle(used)).status).toBe(200);
    const again = await ofGoogle(used);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ error_description: 'ID token was used before' });
  });

  it('does not make the server fetch the keys each time', async () => {
    const before = providers.issuer.keyFetches();
    for (let use = 0; use < 5; use += 1) await ofGoogle(await token());
    expect(providers.issuer.keyFetches() - before).toBeLessThanOrEqual(1);
  });

  it.for<[string, TokenOptions, string]>([
    ['forged', { forged: true }, 'Bad ID token'],
    ['for another client', { claims: { aud: 'other' } }, 'Unacceptable audience in id_token: [other]'],
  ])('%s is refused', async ([, options, description]) => {
    const { status, body } = await ofGoogle(await token(options));
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringMatching(/^invalid/), error_description: description });
  });

  it.for<[object, number, object]>([
    [{ provider: 'google' }, 400, { error: 'invalid request', error_description: 'id_token required' }],
    [{ id_token: 'x', provider: 'custom:x' }, 400, { msg: 'Custom OIDC provider "custom:x" not allowed' }],
    [
      { id_token: 'x', client_id: 'a', issuer: 'https://evil.example' },
      400,
      { msg: 'Custom OIDC provider "https://evil.example" not allowed' },
    ],
    [{ id_token: readable, provider: 'workos' }, 503, { error_code: 'unexpected_failure' }],
    [{ id_token: 'x', provider: 'google', link_identity: true }, 401, { error_code: 'no_authorization' }],
  ])('requested with %j is refused', async ([body, status, expected]) => {
    const answer = await grant(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(expected);
  });

  it('adds an identity to the account that asks for it', async () => {
    const { client, user } = await signedInClient(server);
    const someone = person();
    const { data, error } = await client.linkIdentity({
      provider: 'google',
      token: await token({}, someone),
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
    expect(data.user?.identities?.map(({ provider }) => provider)).toContain('google');
    const other = await signedInClient(server);
    const refused = await other.client.linkIdentity({ provider: 'google', token: await token({}, someone) });
    expect(refused.error?.code).toBe('identity_already_exists');
  });
});

const token = (options?: TokenOptions, someone = person()) => providers.issuer.idToken(someone, options);
const ofGoogle = (id_token: string, more = {}) => grant({ provider: 'google', id_token, ...more });
const grant = (body: object) => call(server, 'POST', '/token?grant_type=id_token', body);
/** A token that can be read, no matter who made it. */
const readable = new UnsecuredJWT({}).encode();
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex');
