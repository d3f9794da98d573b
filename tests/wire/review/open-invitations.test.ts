import { codeMailTo } from '../../../server/tests/harness/auth/mailbox.ts';
import { authClient, freshEmail } from '../../../server/tests/harness/auth/clients.ts';
import type { Member } from '../../harness/member.ts';
import { expect, type TestServer, testSharing } from '../../harness/fixtures.ts';
import { postJson } from '../../../server/tests/harness/network/post-json.ts';

const test = testSharing({ env: { SUPABASE_CONFIG: 'server/tests/fixtures/project/open.toml' } });

test('an owner’s invitation removes the password of an earlier sign-up', async ({ server, owner }) => {
  const email = freshEmail();
  await signUp(server, email);
  await codeMailTo(server, email);
  expect(await invite(server, owner, email)).toBe(200);
  expect(await accept(server, email, 2)).toBe('invalid_credentials');
});

test('an owner’s invitation ignores the password of a later sign-up', async ({ server, owner }) => {
  const email = freshEmail();
  expect(await invite(server, owner, email)).toBe(200);
  await codeMailTo(server, email);
  await signUp(server, email);
  expect(await accept(server, email, 2)).toBe('invalid_credentials');
});

const PLANTED = 'a passphrase of an attacker';

async function invite(server: TestServer, owner: Member, email: string): Promise<number> {
  const token = (await owner.auth.getSession()).data.session!.access_token;
  const { status } = await postJson(
    server,
    '/functions/v1/invite-admin',
    { email, access: 'owner' },
    { authorization: `Bearer ${token}` },
  );
  return status;
}

const signUp = (server: TestServer, email: string) => authClient(server).signUp({ email, password: PLANTED });

/** Follows the last mail of the invited person. Resolves with the refusal of the planted password. */
async function accept(server: TestServer, email: string, mails: number): Promise<string | undefined> {
  const { hash, subject } = await codeMailTo(server, email, mails);
  expect(subject).toBe('You are invited to Solostead');
  const { error } = await authClient(server).verifyOtp({ type: 'invite', token_hash: hash });
  expect(error).toBeNull();
  return (await authClient(server).signInWithPassword({ email, password: PLANTED })).error?.code;
}
