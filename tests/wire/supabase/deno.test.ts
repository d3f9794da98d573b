import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberedApplication, submitApplication } from '../../harness/applications.ts';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { startSmtp, type TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { needs } from '../../../server/tests/harness/needs.ts';
import { hasTools } from '../../../server/tests/harness/tools.ts';
import { postJson } from '../../../server/tests/harness/network/post-json.ts';

describe('send-confirmation-email under Deno', needs(hasTools, 'no Deno for this machine'), () => {
  let server: TestServer;
  let smtp: TestSmtp;
  let deno: Awaited<ReturnType<typeof startDenoFunction>>;

  beforeAll(async () => {
    smtp = await startSmtp();
    server = await startServer({ env: { SMTP_URL: smtp.url, SITE_URL: 'http://localhost:3000' } });
    deno = await startDenoFunction('send-confirmation-email', server, smtp.url);
  });
  afterAll(async () => {
    await deno?.stop();
    await server?.stop();
    await smtp?.stop();
  });

  const call = (body: string, method = 'POST') =>
    fetch(deno.url, {
      method,
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      ...(method === 'POST' && { body }),
    });
  const ask = (email: string) => call(JSON.stringify({ name: 'Another Name', email }));

  test('mails a link that confirms, with the stored name', async () => {
    const application = numberedApplication('1');
    await submitApplication(server, application);
    const response = await ask(application.email);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
    const mail = await smtp.next((found) => found.to?.[0]?.address === application.email);
    expect(mail.text).toContain(application.name);
    expect(mail.text).not.toContain('Another Name');
    const [, id] = /http:\/\/localhost:3000\/confirm-email\?application_id=([\w-]{36})/.exec(mail.text!)!;
    const confirmed = await postJson(server, '/rest/v1/rpc/confirm_email', { application_id: id });
    expect(await confirmed.json()).toMatchObject({ success: true });
  });

  test('no JSON is 400', async () => {
    const response = await call('{"email":');
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error');
  });

  test('GET is 405', async () => {
    expect((await call('', 'GET')).status).toBe(405);
  });

  test('an unreachable mail server is 502 for everyone once detected, and the mail is sent when it is back', async () => {
    smtp.behave('away');
    const application = numberedApplication('2');
    await submitApplication(server, application);
    expect((await ask(application.email)).status).toBe(200);
    await expect.poll(async () => (await ask('unknown@sample.example')).status).toBe(502);
    smtp.behave('accept');
    await server.sql('update private.mail_breaker set next_trial_at = now()');
    await ask('unknown@sample.example');
    await smtp.next((found) => found.to?.[0]?.address === application.email);
    await expect.poll(async () => (await ask('unknown@sample.example')).status).toBe(200);
  });
});
