import { PostgrestClient } from '@supabase/postgrest-js';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { mailsTo } from '../../harness/applicant-page.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { makeMember, type Member } from '../../harness/member.ts';
import { hasTools } from '@solostead/server-testkit/tools';
import { needs } from '@solostead/server-testkit/needs';
import type { TestServer } from '../../harness/servers/server.ts';

// invitation.test.ts shows what the owner reads if the auth service refuses an invitation.
describe('an invitation', () => {
  test('mails a link that gives access and name within a week', async ({ server, owner, reviewer }) => {
    await owner.call('review_name_save', { name: 'Clara Sample' });
    const email = 'new@lab.example';
    expect(await invite(server, owner, { email, name: '  Juniper Sample ' })).toEqual([
      200,
      { success: true },
    ]);
    const [invitation] = await invitations(owner);
    expect(invitation).toMatchObject({
      email,
      access: 'reader',
      name: 'Juniper Sample',
      invited_by: owner.id,
    });
    expect(Date.parse(invitation!.expires_at) - Date.parse(invitation!.invited_at)).toBe(7 * 86_400_000);
    expect(await reviewer.refusal('review_invitations')).toMatchObject({ code: 'access_too_low' });
    const { text, html } = await latestMail(server, email);
    for (const part of [text, html])
      expect(part).toContain('Clara Sample invites you to review applications at Solostead.');
    expect(text).toContain(`&type=invite&invitation=${invitation!.id}`);
    expect((await members(owner)).get(email)).toBeUndefined();

    const newcomer = await open(server, text);
    expect((await newcomer.rpc('my_account')).data).toMatchObject({ access: null });
    expect((await newcomer.rpc('accept_invitation')).data).toBe(true);
    expect((await newcomer.rpc('accept_invitation')).data).toBe(true);
    expect((await newcomer.rpc('my_account')).data).toMatchObject({
      access: 'reader',
      name: 'Juniper Sample',
    });
    expect(await invitations(owner)).toEqual([]);
    expect((await members(owner)).get(email)).toMatchObject({ access: 'reader', name: 'Juniper Sample' });
  });

  test('of an address with an account gives access at once', async ({ server, owner }) => {
    const email = 'known-account@lab.example';
    await server.addUser(email);
    expect(await invite(server, owner, { email, name: 'Known Sample' })).toEqual([200, { success: true }]);
    expect((await members(owner)).get(email)).toMatchObject({ access: 'reader', name: 'Known Sample' });
    expect(await invitations(owner)).toEqual([]);
    expect(await invite(server, owner, { email, name: 'Another Sample' })).toEqual([200, { success: true }]);
    expect((await members(owner)).get(email)).toMatchObject({ name: 'Known Sample' });
  });

  test('made twice is one row, whose first link no longer works', async ({ server, owner }) => {
    const email = 'again@lab.example';
    const second = await makeMember(server, 'second-owner@lab.example', 'owner');
    await invite(server, owner, { email, access: 'reader', name: 'Again Sample' });
    const first = (await latestMail(server, email)).text;
    await waitAMinute(server, email);
    await invite(server, second, { email: 'Again@Lab.example', access: 'reviewer' });
    expect(await invitations(owner)).toMatchObject([
      { access: 'reviewer', invited_by: second.id, name: 'Again Sample' },
    ]);
    await expect(open(server, first)).rejects.toThrow(/expired|invalid/);
    const newcomer = await open(server, (await latestMail(server, email)).text);
    expect((await newcomer.rpc('accept_invitation')).data).toBe(true);
    expect((await newcomer.rpc('my_account')).data).toMatchObject({ access: 'reviewer' });
  });

  test.for<[what: string, end: (desk: Desk) => Promise<unknown>]>([
    ['was revoked', ({ owner, id }) => owner.call('review_invitation_revoke', { invitation_id: id })],
    [
      'has ended',
      ({ server, id }) => server.sql`update private.invitations set expires_at = now() where id = ${id}`,
    ],
    [
      'is of a removed owner',
      ({ owner, inviter }) => owner.call('review_member_remove', { user_id: inviter.id }),
    ],
    [
      'is of an owner who became a reviewer',
      ({ owner, inviter }) =>
        owner.call('review_member_access_set', { user_id: inviter.id, access: 'reviewer' }),
    ],
  ])('that %s while its page is open gives nothing', async ([what, end], { server, owner }) => {
    const name = what.replaceAll(' ', '-');
    const email = `${name}@lab.example`;
    const inviter = await makeMember(server, `inviter-${name}@lab.example`, 'owner');
    await invite(server, inviter, { email });
    const [{ id } = { id: '' }] = await invitations(owner);
    const newcomer = await open(server, (await latestMail(server, email)).text);
    await server.sql`update private.invitations set mailed_at = now() - interval '2 minutes'`;
    await end({ server, owner, inviter, id });
    expect(await invitations(owner)).toEqual([]);
    expect((await newcomer.rpc('accept_invitation')).data).toBe(false);
    expect((await newcomer.rpc('my_account')).data).toMatchObject({ access: null });
    const again = await server.value('select public.review_invitation_resend($1, $2)', [id, '192.0.2.9']);
    expect(again).toBeNull();
  });

  test('is not accepted by an account for which an identity provider states the address', async ({
    server,
    owner,
  }) => {
    const email = 'stated@lab.example';
    await invite(server, owner, { email });
    const account = await open(server, (await latestMail(server, email)).text);
    for (const isStated of [true, false]) {
      await server.sql`update auth.users set is_sso_user = ${isStated} where email = ${email}`;
      expect((await account.rpc('accept_invitation')).data).toBe(!isStated);
    }
  });

  test('has a fresh link mailed by its id once a minute, for any id', async ({ server, owner }) => {
    const email = 'late@lab.example';
    await invite(server, owner, { email });
    const [{ id } = { id: '' }] = await invitations(owner);
    await waitAMinute(server, email);
    const mails = async () => (await mailsTo(server, email)).length;
    const before = await mails();
    for (const invitation of [id, id, '00000000-0000-4000-8000-000000000000', 'x', ''])
      expect(await askAgain(server, invitation)).toEqual([200, { success: true }]);
    await expect.poll(mails).toBe(before + 1);
    const newcomer = await open(server, (await latestMail(server, email)).text);
    await server.sql`update private.invitations set mailed_at = now() - interval '2 minutes'`;
    // The account exists now, and its invitation is not accepted yet.
    await waitAMinute(server, email);
    await askAgain(server, id);
    await expect.poll(async () => (await latestMail(server, email)).text).toContain('type=recovery');
    expect((await newcomer.rpc('accept_invitation')).data).toBe(true);
  });

  test(
    'is mailed under Deno too',
    needs(hasTools, 'no Deno here'),
    async ({ server, owner, onTestFinished }) => {
      const deno = await startDenoFunction('invite-admin', server, '');
      onTestFinished(deno.stop);
      expect(await invite(server, owner, { email: 'deno@lab.example' }, { url: deno.url })).toEqual([
        200,
        { success: true },
      ]);
    },
  );

  test('is refused to all but owners', async ({ server, reviewer }) => {
    const refusal = [403, { error: 'Only an owner invites people.' }];
    for (const token of [undefined, 'forged', server.publishableKey])
      expect(await invite(server, reviewer, {}, { token })).toEqual(refusal);
  });

  test('of a member with different access is refused with that access', async ({ server, owner }) => {
    const known = await makeMember(server, 'known@lab.example', 'reviewer');
    const error =
      'This person is in the lab already, as reviewer. Change their access in the list of people.';
    const higher = { email: 'Known@lab.example', access: 'owner' };
    expect(await invite(server, owner, higher)).toEqual([409, { error }]);
    expect(await known.call('my_account')).toMatchObject({ access: 'reviewer' });
    const same = { email: 'known@lab.example', access: 'reviewer' };
    expect(await invite(server, owner, same)).toEqual([200, { success: true }]);
  });

  test('by two owners at once is one invitation', async ({ server, owner }) => {
    const email = 'twice@lab.example';
    await Promise.all(['owner', 'reader'].map((access) => invite(server, owner, { email, access })));
    expect((await invitations(owner)).filter((each) => each.email === email)).toHaveLength(1);
  });
});

interface Desk {
  readonly server: TestServer;
  readonly owner: Member;
  readonly inviter: Member;
  readonly id: string;
}

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly invited_at: string;
  readonly expires_at: string;
}

const invitations = (owner: Member) => owner.call<Invitation[]>('review_invitations');

async function members(owner: Member): Promise<Map<string, object>> {
  const people = await owner.call<{ email: string }[]>('review_members');
  return new Map(people.map((person) => [person.email, person]));
}

async function latestMail(server: TestServer, email: string): Promise<{ text: string; html: string }> {
  const { text = '', html = '' } = (await mailsTo(server, email)).at(-1)!;
  return { text, html };
}

/** Lets a minute pass after the last mail to an address. */
const waitAMinute = (server: TestServer, email: string) =>
  server.sql`with account as (
      update auth.users set invited_at = invited_at - interval '2 minutes',
        confirmation_sent_at = confirmation_sent_at - interval '2 minutes',
        recovery_sent_at = recovery_sent_at - interval '2 minutes' where email = ${email})
    update private.invitations set mailed_at = mailed_at - interval '2 minutes' where email = ${email}`;

/** Signs in by a mailed link, and returns a client of the data API. */
async function open(server: TestServer, text: string) {
  const [, link] = /(https?:\/\/\S+token_hash=\S+)/.exec(text)!;
  const token_hash = new URL(link!).searchParams.get('token_hash')!;
  const { data, error } = await authClient(server).verifyOtp({ token_hash, type: 'invite' });
  if (error) throw new Error(error.message);
  const headers = { apikey: server.publishableKey, Authorization: `Bearer ${data.session!.access_token}` };
  return new PostgrestClient(`${server.url}/rest/v1`, { headers, retry: false });
}

async function askAgain({ url, publishableKey: apikey }: TestServer, invitation: string) {
  const response = await fetch(`${url}/functions/v1/invite-admin`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ invitation }),
  });
  return [response.status, await response.json()];
}

/** Returns the status and the answer. The token is the member's unless another is given. */
async function invite(
  { url: server, publishableKey: apikey }: TestServer,
  { auth }: Member,
  body: object,
  { token, url = `${server}/functions/v1/invite-admin` }: { token?: string | undefined; url?: string } = {},
): Promise<[status: number, answer: unknown]> {
  const own = (await auth.getSession()).data.session!.access_token;
  const response = await fetch(url, {
    method: 'POST',
    headers: { apikey, authorization: `Bearer ${token ?? own}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x@lab.example', access: 'reader', ...body }),
  });
  return [response.status, await response.json()];
}
