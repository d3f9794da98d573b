import { startDenoFunction } from '../../harness/deno-function.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { makeMember, type Member } from '../../harness/member.ts';
import { hasTools } from '../../../server/tests/harness/tools.ts';
import { needs } from '../../../server/tests/harness/needs.ts';
import type { TestServer } from '../../harness/servers/server.ts';

// invitation.test.ts shows what the owner reads if the auth service refuses an invitation.
describe('an invitation', () => {
  test('mails a link, grants the access that it states, and names a new member, not an existing one', async ({
    server,
    owner,
  }) => {
    const invited = async (email: string, name?: string) => {
      expect(await invite(server, owner, { email, name })).toEqual([200, { success: true }]);
      const people = await owner.call<{ email: string; name: string }[]>('review_people');
      return people.find((person) => person.email === email);
    };
    expect(await invited('new@lab.example')).toMatchObject({ access: 'reader', invited: true, name: 'new' });
    const addressees = (await server.mails()).flatMap(({ to }) => to?.map(({ address }) => address));
    expect(addressees).toContain('new@lab.example');
    expect((await invited('named@lab.example', '  Juniper Sample '))?.name).toBe('Juniper Sample');
    expect((await invited('named@lab.example', 'Another Sample'))?.name).toBe('Juniper Sample');
    expect((await invited('unseen@lab.example', 'Juniper\u200bSample'))?.name).toBe('unseen');
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
    expect(await known.call('review_me')).toMatchObject({ access: 'reviewer' });
    const same = { email: 'known@lab.example', access: 'reviewer' };
    expect(await invite(server, owner, same)).toEqual([200, { success: true }]);
  });

  test('by two owners at once grants one access and is one conflict', async ({ server, owner }) => {
    const email = 'twice@lab.example';
    const answers = await Promise.all(
      ['owner', 'reader'].map((access) => invite(server, owner, { email, access })),
    );
    const [granted, refused] = answers.map(([status]) => status).toSorted();
    expect(granted).toBe(200);
    expect(refused).toBeOneOf([409, 502]);
  });
});

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
