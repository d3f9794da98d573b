import type { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { mailTo } from './mailbox.ts';
import { scenarios, send } from './scenario.ts';
import { totp } from './totp.ts';
import { adminClient, authClient, signedInClient } from './sign-in-methods/clients.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ env: { SUPABASE_CONFIG: 'tests/fixtures/auth/open.toml' } });
});
afterAll(() => server.stop());

const bearerOf = async (client: GoTrueClient): Promise<string> =>
  (await client.getSession()).data.session!.access_token;

/** A signed-in client with an enrolled, not yet verified authenticator. */
async function enrolled(friendlyName = 'phone') {
  const person = await signedInClient(server);
  const { data, error } = await person.client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { ...person, factorId: data.id, secret: data.totp.secret, totp: data.totp };
}

/** The same, verified: the session is at aal2. */
async function verified() {
  const person = await enrolled();
  const { factorId, secret, client } = person;
  const verify = () => client.mfa.challengeAndVerify({ factorId, code: totp(secret, -1) });
  // A slow answer may cross from one period into the next, once.
  const { error } = (await verify()).error ? await verify() : { error: null };
  if (error) throw error;
  return person;
}

describe('POST /factors (contract A4.1)', () => {
  test('answers a QR code, a secret and an address that an app understands', async () => {
    const { totp: facts, user } = await enrolled();
    expect(facts.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*$/);
    const uri = new URL(facts.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(user.email);
    expect(uri.searchParams.get('secret')).toBe(facts.secret);
    expect(facts.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('shows an unverified factor without its secret (contract A0.12)', async () => {
    const { client, factorId, secret } = await enrolled();
    const { data } = await client.getUser();
    expect(data.user?.factors).toMatchObject([{ id: factorId, status: 'unverified', factor_type: 'totp' }]);
    expect(JSON.stringify(data)).not.toContain(secret);
  });

  const unauthenticated = { status: 401, body_has: { error_code: 'no_authorization' } };
  scenarios(
    () => server,
    [
      { title: 'wants a bearer', path: '/factors', body: { factor_type: 'totp' }, ...unauthenticated },
      {
        title: 'wants a bearer for a challenge, whatever the id',
        path: '/factors/x/challenge',
        body: {},
        ...unauthenticated,
      },
      {
        title: 'wants a bearer to verify, whatever the id',
        path: '/factors/x/verify',
        body: {},
        ...unauthenticated,
      },
      {
        title: 'wants a bearer to unenrol, whatever the id',
        method: 'DELETE',
        path: '/factors/x',
        ...unauthenticated,
      },
      ...[
        {
          title: 'knows three kinds',
          body: { factor_type: 'smoke' },
          status: 400,
          body_has: { msg: 'factor_type needs to be totp, phone, or webauthn' },
        },
        {
          title: 'refuses phones while they are off',
          body: { factor_type: 'phone', phone: '15551234567' },
          status: 422,
          body_has: { error_code: 'mfa_phone_enroll_not_enabled' },
        },
        {
          title: 'refuses keys while they are off',
          body: { factor_type: 'webauthn', friendly_name: 'key' },
          status: 422,
          body_has: { error_code: 'mfa_webauthn_enroll_not_enabled' },
        },
      ].map(({ title, ...rest }) => ({
        title,
        of: async () => {
          const { client } = await signedInClient(server);
          return { path: '/factors', as: await bearerOf(client), ...rest };
        },
      })),
      {
        title: 'refuses a name that is taken',
        of: async () => {
          const { client } = await enrolled('same');
          return {
            path: '/factors',
            as: await bearerOf(client),
            body: { factor_type: 'totp', friendly_name: 'same' },
            status: 422,
            body_has: { error_code: 'mfa_factor_name_conflict' },
          };
        },
      },
      {
        title: 'takes an empty name for a name',
        of: async () => {
          const { client } = await enrolled('');
          return {
            path: '/factors',
            as: await bearerOf(client),
            body: { factor_type: 'totp' },
            status: 422,
            body_has: { error_code: 'mfa_factor_name_conflict' },
          };
        },
      },
      {
        title: 'asks a session at aal1 for the factor there is',
        of: async () => {
          const { user, password } = await verified();
          const elsewhere = authClient(server);
          await elsewhere.signInWithPassword({ email: user.email!, password });
          return {
            path: '/factors',
            as: await bearerOf(elsewhere),
            body: { factor_type: 'totp', friendly_name: 'second' },
            status: 403,
            body_has: { error_code: 'insufficient_aal' },
          };
        },
      },
      {
        title: 'turns nameless accounts away',
        of: async () => {
          const client = authClient(server);
          await client.signInAnonymously();
          return {
            path: '/factors',
            as: await bearerOf(client),
            body: { factor_type: 'totp' },
            status: 403,
            body_has: { error_code: 'no_authorization' },
          };
        },
      },
    ],
  );
});

describe('POST /factors/{id}/challenge (contract A4.2)', () => {
  test('opens a challenge for five minutes', async () => {
    const { client, factorId } = await enrolled();
    const { data } = await client.mfa.challenge({ factorId });
    expect(data).toMatchObject({ id: expect.any(String), type: 'totp' });
    expect(Math.abs(data!.expires_at - Date.now() / 1_000 - 300)).toBeLessThan(10);
  });

  test.each([
    ['an id that is none', 'x', { error_code: 'validation_failed', msg: 'factor_id must be an UUID' }],
    [
      'an unknown factor',
      crypto.randomUUID(),
      { error_code: 'mfa_factor_not_found', msg: 'Factor not found' },
    ],
  ])('answers 404 for %s', async (_what, id, body) => {
    const { client } = await signedInClient(server);
    const answer = await send(server, {
      path: `/factors/${id}/challenge`,
      as: await bearerOf(client),
      body: {},
    });
    expect(answer).toMatchObject({ status: 404, body });
  });

  test('does not know another user’s factor', async () => {
    const { factorId } = await enrolled();
    const { client } = await signedInClient(server);
    expect((await client.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
  });
});

describe('POST /factors/{id}/verify', () => {
  test('raises the session to aal2, ends the others and tells the holder (contract A0.11 and A4.3)', async () => {
    const { client, user, password, factorId, secret } = await enrolled();
    const elsewhere = authClient(server);
    await elsewhere.signInWithPassword({ email: user.email!, password });
    const before = (await client.getSession()).data.session!;
    const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    expect(error).toBeNull();
    expect(data!.refresh_token).not.toBe(before.refresh_token);
    const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(
      level!.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    ).toEqual(['totp', 'password']);
    expect(data!.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.refreshSession()).error).toBeNull();
    const after = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(after.data?.currentLevel).toBe('aal2');
    expect((await mailTo(server, user.email!)).subject).toBe('A second factor was added');
  });

  test('leaves the challenge as it was after a wrong code', async () => {
    const { client, factorId, secret } = await enrolled();
    const { data } = await client.mfa.challenge({ factorId });
    const challengeId = data!.id;
    const wrong = await client.mfa.verify({ factorId, challengeId, code: '000000' });
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
    expect((await client.mfa.verify({ factorId, challengeId, code: totp(secret) })).error).toBeNull();
  });

  test('takes a code once (contract A4.4)', async () => {
    const { client, factorId, secret } = await enrolled();
    const code = totp(secret);
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe(
      'mfa_verification_failed',
    );
  });

  test('takes a code once of 50 parallel uses', async () => {
    const { client, factorId, secret } = await enrolled();
    const { data } = await client.mfa.challenge({ factorId });
    const as = await bearerOf(client);
    const body = { challenge_id: data!.id, code: totp(secret) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(server, { path: `/factors/${factorId}/verify`, as, body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
  });

  test('takes the code of the period before and after, not of two before (contract A4.4)', async () => {
    for (const [steps, accepted] of [
      [-1, true],
      [1, true],
      [-3, false],
      [3, false],
    ] as const) {
      const { client, factorId, secret } = await enrolled();
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: totp(secret, steps) });
      expect(error === null, String(steps)).toBe(accepted);
    }
  });

  test.each([
    ['no code', { code: '' }, 400, 'validation_failed'],
    [
      'an unknown challenge',
      { challenge_id: crypto.randomUUID(), code: '123456' },
      422,
      'mfa_factor_not_found',
    ],
    ['a challenge that is none', { challenge_id: 'x', code: '123456' }, 422, 'mfa_factor_not_found'],
  ])('refuses %s', async (_what, body, status, error_code) => {
    const { client, factorId } = await enrolled();
    const as = await bearerOf(client);
    const answer = await send(server, { path: `/factors/${factorId}/verify`, as, body });
    expect(answer).toMatchObject({ status, body: { error_code } });
  });

  test('refuses a challenge after five minutes (contract A4.2)', async () => {
    const { client, factorId, secret } = await enrolled();
    const { data } = await client.mfa.challenge({ factorId });
    await server.sql(
      `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`,
      [data!.id],
    );
    const late = await client.mfa.verify({ factorId, challengeId: data!.id, code: totp(secret) });
    expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  test('refuses a challenge that was asked for from elsewhere (contract A4.2)', async () => {
    const { client, factorId, secret } = await enrolled();
    const { data } = await client.mfa.challenge({ factorId });
    await server.sql(`update auth.mfa_challenges set ip_address = '192.0.2.7' where id = $1`, [data!.id]);
    const moved = await client.mfa.verify({ factorId, challengeId: data!.id, code: totp(secret) });
    expect(moved.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
  });
});

describe('DELETE /factors/{id}', () => {
  test('asks for aal2 before a verified factor goes (contract A4.5)', async () => {
    const { user, password, factorId } = await verified();
    const elsewhere = authClient(server);
    await elsewhere.signInWithPassword({ email: user.email!, password });
    expect((await elsewhere.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    });
  });

  test('removes it, takes the session back to aal1 and tells the holder', async () => {
    const { client, user, factorId } = await verified();
    expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.refreshSession();
    const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect((await mailTo(server, user.email!, 2)).subject).toBe('A second factor was removed');
  });
});

describe('a person with a second factor', () => {
  test('is no admin in the database before showing it', async () => {
    const email = 'careful@example.org';
    const { password } = await server.addAdmin(email);
    const isAdmin = async (client: GoTrueClient): Promise<unknown> => {
      const response = await fetch(`${server.url}/rest/v1/rpc/is_admin`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${await bearerOf(client)}`,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      return response.json();
    };
    const client = authClient(server);
    await client.signInWithPassword({ email, password });
    expect(await isAdmin(client)).toBe(true);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const factorId = data!.id;
    await client.mfa.challengeAndVerify({ factorId, code: totp(data!.totp!.secret) });
    expect(await isAdmin(client)).toBe(true);
    const elsewhere = authClient(server);
    await elsewhere.signInWithPassword({ email, password });
    expect(await isAdmin(elsewhere)).toBe(false);
  });

  test('changes password and address at aal2 only', async () => {
    const { client, user, password } = await verified();
    const elsewhere = authClient(server);
    await elsewhere.signInWithPassword({ email: user.email!, password });
    const refused = await elsewhere.updateUser({ password: 'another fine passphrase' });
    expect(refused.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await client.updateUser({ password: 'another fine passphrase' })).error).toBeNull();
  });

  /** A further session of the same account that has shown the password alone. */
  async function elsewhereBelow({ user, password }: { user: { email?: string }; password: string }) {
    const client = authClient(server);
    await client.signInWithPassword({ email: user.email!, password });
    return client;
  }

  test('loses no session to a password alone: scope others is refused in a way the client shows', async () => {
    const person = await verified();
    const elsewhere = await elsewhereBelow(person);
    const { error } = await elsewhere.signOut({ scope: 'others' });
    expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    expect((await elsewhere.getUser()).error).toBeNull();
    expect((await person.client.getUser()).error).toBeNull();
    expect((await person.client.signOut({ scope: 'others' })).error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('loses no session to a password alone: scope global ends that session only (contract A3.3)', async () => {
    const person = await verified();
    const elsewhere = await elsewhereBelow(person);
    const as = await bearerOf(elsewhere);
    expect(await send(server, { method: 'POST', path: '/logout', as })).toMatchObject({ status: 204 });
    expect((await send(server, { path: '/user', as })).body).toMatchObject({
      error_code: 'session_not_found',
    });
    expect((await person.client.getUser()).error).toBeNull();
    expect((await person.client.signOut({ scope: 'global' })).error).toBeNull();
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [person.user.id])).toEqual([]);
  });

  test('is not raised by a further factor that was begun and never verified', async () => {
    const person = await verified();
    const begun = await person.client.mfa.enroll({ factorType: 'totp', friendlyName: 'begun' });
    const { id: factorId, totp: facts } = begun.data!;
    const elsewhere = await elsewhereBelow(person);
    const code = totp(facts!.secret);
    const refused = await elsewhere.mfa.challengeAndVerify({ factorId, code });
    expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect((await person.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  });

  test('is listed to and freed by the secret key’s holder (contract A7.4)', async () => {
    const { user, factorId } = await verified();
    const { mfa } = adminClient(server).admin;
    expect((await mfa.listFactors({ userId: user.id })).data).toMatchObject({ factors: [{ id: factorId }] });
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull();
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error?.code).toBe(
      'mfa_factor_not_found',
    );
  });
});
