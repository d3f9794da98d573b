import type { GoTrueClient, Session } from '@supabase/auth-js';
import { signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { age, refresh, send } from '@solostead/server-testkit/auth/scenario';
import { verified } from '@solostead/server-testkit/auth/second-factor';
import { totp } from '@solostead/server-testkit/identity/totp';
import { dataClient } from '../../harness/applicant.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test('a refresh token from before the second factor is refused a day later', async ({ server }) => {
  const { client, factorId, secret, session: first } = await adminWhoOwesCode(server);
  const second = (await refresh(server, first.refresh_token)).body['refresh_token'];
  await client.mfa.challengeAndVerify({ factorId, code: totp(secret) });
  const raised = await sessionOf(client);
  for (const token of [first.refresh_token, second]) {
    await age(server, token, 86_400);
    expect(await refresh(server, token)).toMatchObject(refused);
  }
  expect(await livingTokens(server, raised)).toEqual([raised.refresh_token]);
  expect(await isAdmin(server, raised)).toBe(true);
  const next = await refresh(server, raised.refresh_token);
  expect(claimsOf(next.body['access_token'])).toMatchObject({ aal: 'aal2' });
});

test('refreshes at the same time leave the raised token alone', async ({ server }) => {
  const { client, factorId, secret, session } = await adminWhoOwesCode(server);
  const { data: challenge } = await client.mfa.challenge({ factorId });
  const verify = send(server, {
    path: `/factors/${factorId}/verify`,
    as: session.access_token,
    body: { challenge_id: challenge!.id, code: totp(secret) },
  });
  const refreshes = await Promise.all(
    Array.from({ length: 20 }, () => refresh(server, session.refresh_token)),
  );
  const token = (await verify).body['refresh_token'];
  expect(await livingTokens(server, session)).toEqual([token]);
  for (const { status, body } of refreshes) {
    if (status === 200) expect(await refresh(server, body['refresh_token'])).toMatchObject(refused);
    else expect({ status, body }).toMatchObject(refused);
  }
  expect((await refresh(server, token)).status).toBe(200);
});

/** An admin signed in by password alone, with an authenticator that is verified elsewhere. */
async function adminWhoOwesCode(server: TestServer) {
  const person = await verified(server);
  await server.sql`insert into public.user_roles (user_id, role) values (${person.user.id}, 'admin')`;
  const client = await signInElsewhere(server, person);
  return { ...person, client, session: await sessionOf(client) };
}

const livingTokens = (server: TestServer, { access_token }: Session) =>
  server.column<string>`select token from auth.refresh_tokens
    where session_id = ${claimsOf(access_token)['session_id']} and not revoked order by id`;
const isAdmin = async (server: TestServer, { access_token }: Session): Promise<unknown> =>
  (await dataClient(server, access_token).rpc('is_admin')).data;
const sessionOf = async (client: GoTrueClient): Promise<Session> => (await client.getSession()).data.session!;
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const refused = {
  status: 400,
  body: { error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' },
};
