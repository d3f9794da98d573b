import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { codeMailTo } from '../../../server/tests/harness/auth/mailbox.ts';
import { authClient, freshEmail } from '../../../server/tests/harness/auth/clients.ts';
import { makeMember, type Member } from './member.ts';

const PLANTED = 'a passphrase of an attacker';
let server: TestServer;
let owner: Member;
beforeAll(async () => {
  server = await sharedServer({ env: { SUPABASE_CONFIG: 'server/tests/fixtures/project/open.toml' } });
  owner = await makeMember(server, 'owner@lab.example', 'owner');
}, 120_000);
afterAll(() => server.stop());

async function invite(email: string): Promise<number> {
  const token = (await owner.auth.getSession()).data.session!.access_token;
  const { status } = await fetch(`${server.url}/functions/v1/invite-admin`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, access: 'owner' }),
  });
  return status;
}

const signUp = (email: string) => authClient(server).signUp({ email, password: PLANTED });

/** Follows the last mail of the invited person. Resolves with the refusal of the planted password. */
async function accept(email: string, mails: number): Promise<string | undefined> {
  const { hash, subject } = await codeMailTo(server, email, mails);
  expect(subject).toBe('You are invited to Solostead');
  const { error } = await authClient(server).verifyOtp({ type: 'invite', token_hash: hash });
  expect(error).toBeNull();
  return (await authClient(server).signInWithPassword({ email, password: PLANTED })).error?.code;
}

test('an owner’s invitation removes the password of an earlier sign-up', async () => {
  const email = freshEmail();
  await signUp(email);
  await codeMailTo(server, email);
  expect(await invite(email)).toBe(200);
  expect(await accept(email, 2)).toBe('invalid_credentials');
});

test('an owner’s invitation ignores the password of a later sign-up', async () => {
  const email = freshEmail();
  expect(await invite(email)).toBe(200);
  await codeMailTo(server, email);
  await signUp(email);
  expect(await accept(email, 2)).toBe('invalid_credentials');
});
