import { to } from '@solostead/server-testkit/mail/smtp';
import { adminClient, authClient, freshEmail, signedInClient } from '@solostead/server-testkit/auth/clients';
import { describe, expect, testMailing } from '@solostead/server-testkit/fixtures';
import type { TestServer } from '@solostead/server-testkit/servers/server';

const test = testMailing();

describe('a mail server', () => {
  test('is retried while it is busy, after the answer', async ({ smtp, server }) => {
    const { user } = await signedInClient(server);
    smtp.behave('busy');
    const before = smtp.offered;
    const { error } = await authClient(server).resetPasswordForEmail(user.email!);
    expect(error).toBeNull();
    await expect.poll(() => smtp.offered).toBeGreaterThan(before);
    smtp.behave('accept');
    expect((await smtp.next(to(user.email!))).subject).toBe('Choose a new password');
  });

  test('does not reveal accounts by its refusals', async ({ smtp, server }) => {
    smtp.behave('refuse');
    const { user } = await signedInClient(server);
    const answers = [];
    for (const email of [user.email!, freshEmail()]) {
      answers.push(await authClient(server).resetPasswordForEmail(email));
    }
    expect(answers.map(({ error }) => error)).toEqual([null, null]);
    smtp.behave('accept');
  });

  test('reports a refused invitation, and inviting again works', async ({ smtp, server }) => {
    smtp.behave('refuse');
    const [email, { admin }] = [freshEmail(), adminClient(server)];
    const before = await countedMails(server);
    const failed = await admin.inviteUserByEmail(email);
    expect(failed.error).toMatchObject({ status: 500, message: 'Error sending invite email' });
    smtp.behave('accept');
    expect((await admin.inviteUserByEmail(email)).error).toBeNull();
    expect((await smtp.next(to(email))).subject).toBe('You are invited to Notes');
    // The mails of the tests before may still come to an end.
    await expect.poll(async () => (await countedMails(server)).sent).toBeGreaterThan(before.sent);
    expect((await countedMails(server)).failed).toBeGreaterThan(before.failed);
  });
});

async function countedMails({ url, secretKey }: TestServer) {
  const text = await (await fetch(`${url}/metrics`, { headers: { apikey: secretKey } })).text();
  const of = (outcome: string) =>
    Number(new RegExp(`^solostead_auth_mails_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)![1]);
  return { sent: of('sent'), failed: of('failed') };
}
