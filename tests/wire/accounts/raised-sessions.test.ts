import type { GoTrueClient, Session } from '@supabase/auth-js';
import { authClient } from '../../../server/tests/harness/auth/clients.ts';
import { age, refresh, send } from '../../../server/tests/harness/auth/scenario.ts';
import { totp } from '../../../server/tests/harness/identity/totp.ts';
import { dataClient } from '../../harness/applicant.ts';
import { describe, expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base.extend('desk', { scope: 'file' }, ({ server }) => openDesk(server));

describe('a refresh token from before the second factor (contract A2.3 and A4.3)', () => {
  test('is refused a day later, and ends nothing', async ({ desk }) => {
    const { client, factorId, secret, session: first } = await desk.adminWhoOwesCode();
    const second = (await desk.refresh(first.refresh_token)).body['refresh_token'];
    await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    const raised = await sessionOf(client);
    for (const token of [first.refresh_token, second]) {
      await desk.age(token, 86_400);
      expect(await desk.refresh(token)).toMatchObject(refused);
    }
    expect(await desk.livingTokens(raised)).toEqual([raised.refresh_token]);
    expect(await desk.isAdmin(raised.access_token)).toBe(true);
    const next = await desk.refresh(raised.refresh_token);
    expect(next.status).toBe(200);
    expect(claimsOf(next.body['access_token'])).toMatchObject({ aal: 'aal2' });
  });
});

describe('an access token from before the second factor', () => {
  test('stays at its level, even after its session was raised', async ({ server, desk }) => {
    const { client, factorId, secret, session } = await desk.adminWhoOwesCode();
    await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    const as = session.access_token;
    expect(await desk.isAdmin(as)).toBe(false);
    const removal = await send(server, { method: 'DELETE', path: `/factors/${factorId}`, as });
    expect(removal).toMatchObject({ status: 422, body: { error_code: 'insufficient_aal' } });
    const password = { password: 'another fine passphrase' };
    const change = await send(server, { method: 'PUT', path: '/user', as, body: password });
    expect(change).toMatchObject({ status: 401, body: { error_code: 'insufficient_aal' } });
    const another = { factor_type: 'totp', friendly_name: 'another' };
    const enrolment = await send(server, { path: '/factors', as, body: another });
    expect(enrolment).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  });
});

describe('at the same time', () => {
  test('refreshes leave the raised token alone', async ({ server, desk }) => {
    const { client, factorId, secret, session } = await desk.adminWhoOwesCode();
    const { data: challenge } = await client.mfa.challenge({ factorId });
    const verification = { challenge_id: challenge!.id, code: totp(secret) };
    const verify = send(server, {
      path: `/factors/${factorId}/verify`,
      as: session.access_token,
      body: verification,
    });
    const refreshes = await Promise.all(
      Array.from({ length: 20 }, () => desk.refresh(session.refresh_token)),
    );
    const raised = await verify;
    expect(raised.status).toBe(200);
    const token = raised.body['refresh_token'];
    expect(await desk.livingTokens(session)).toEqual([token]);
    for (const { status, body } of refreshes) {
      if (status === 200) expect(await desk.refresh(body['refresh_token'])).toMatchObject(refused);
      else expect({ status, body }).toMatchObject(refused);
    }
    expect((await desk.refresh(token)).status).toBe(200);
  });
});

function openDesk(server: TestServer) {
  /** An admin signed in by password alone, with an authenticator that is enrolled and verified elsewhere. */
  async function adminWhoOwesCode() {
    const email = `raised-${(people += 1)}@example.org`;
    const { password } = await server.addAdmin(email);
    const first = authClient(server);
    await first.signInWithPassword({ email, password });
    const { data } = await first.mfa.enroll({ factorType: 'totp' });
    const { id: factorId, totp: facts } = data!;
    // The period before, so that the present one is good for the session under test.
    const enrol = () => first.mfa.challengeAndVerify({ factorId, code: totp(facts!.secret, -1) });
    // A slow answer may cross from one period into the next, once.
    const { error } = (await enrol()).error ? await enrol() : { error: null };
    expect(error).toBeNull();
    const client = authClient(server);
    await client.signInWithPassword({ email, password });
    return { client, email, password, factorId, secret: facts!.secret, session: await sessionOf(client) };
  }
  const livingTokens = (session: Session) =>
    server.column<string>`select token from auth.refresh_tokens
      where session_id = ${claimsOf(session.access_token)['session_id']} and not revoked order by id`;
  const isAdmin = async (accessToken: string): Promise<unknown> =>
    (await dataClient(server, accessToken).rpc('is_admin')).data;
  return {
    adminWhoOwesCode,
    refresh: (token: string) => refresh(server, token),
    age: (token: string, seconds: number) => age(server, token, seconds),
    livingTokens,
    isAdmin,
  };
}

let people = 0;

const sessionOf = async (client: GoTrueClient): Promise<Session> => (await client.getSession()).data.session!;

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

const refused = {
  status: 400,
  body: { error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
};
