import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { startSmtp, type TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { hasTools } from '../../../server/tests/harness/tools.ts';
import { makeMember, type Member } from '../../harness/member.ts';

const hosts = hasTools ? (['our host', 'Deno'] as const) : (['our host'] as const);

describe.each(hosts)('an invitation that could not be mailed, under %s', (host) => {
  let server: TestServer;
  let smtp: TestSmtp;
  let owner: Member;
  let url: string;
  let stop: () => Promise<void> = async () => {};

  beforeAll(async () => {
    smtp = await startSmtp();
    server = await startServer({ env: { SMTP_URL: smtp.url, LIMITS: 'on' } });
    owner = await makeMember(server, 'owner@lab.example', 'owner');
    url = `${server.url}/functions/v1/invite-admin`;
    if (host === 'Deno') ({ url, stop } = await startDenoFunction('invite-admin', server, smtp.url));
  }, 120_000);
  afterAll(async () => {
    await stop();
    await server?.stop();
    await smtp?.stop();
  });

  async function invite(email: string): Promise<{ status: number; body: unknown; retryAfter: number }> {
    const token = (await owner.auth.getSession()).data.session!.access_token;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email, access: 'reader' }),
    });
    const retryAfter = Number(response.headers.get('retry-after'));
    return { status: response.status, body: await response.json(), retryAfter };
  }

  test('reports that the mail server refused it, and works afterwards', async () => {
    smtp.behave('refuse');
    expect(await invite('first@lab.example')).toMatchObject({
      status: 502,
      body: { error: 'The mail server did not take the invitation. Please try again later.' },
    });
    smtp.behave('accept');
    expect(await invite('first@lab.example')).toMatchObject({ status: 200, body: { success: true } });
    expect((await smtp.next()).to?.[0]?.address).toBe('first@lab.example');
  });

  test('reports an invalid address, by the rule of the form', async () => {
    expect(await invite(`${'x'.repeat(70)}..@lab.example`)).toMatchObject({
      status: 400,
      body: { error: 'Please give the email address of one person.' },
    });
  });

  test('reports that the hourly limit of mails is reached, and when to try again', async () => {
    for (let count = 0; count < 30; count += 1) {
      const { status, body, retryAfter } = await invite(`person-${count}@lab.example`);
      if (status === 200) continue;
      expect(count).toBe(28);
      expect(status).toBe(429);
      expect(body).toEqual({
        error: expect.stringMatching(
          /^Too many invitations were mailed within the hour\. Please try again in (?:a minute|\d+ minutes)\.$/,
        ),
      });
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
      return;
    }
    throw new Error('no invitation was refused');
  });
});
