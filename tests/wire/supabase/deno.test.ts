import { numberedApplication, submitApplication } from '../../harness/applications.ts';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { expect, testMailing } from '../../harness/fixtures.ts';
import { needs } from '../../../server/tests/harness/needs.ts';
import { hasTools } from '../../../server/tests/harness/tools.ts';
import { postJson } from '../../../server/tests/harness/network/post-json.ts';

const test = testMailing({ SITE_URL: 'http://localhost:3000' });

test(
  'send-confirmation-email under Deno mails a link that confirms, with the stored name, and refuses other requests',
  needs(hasTools, 'no Deno for this machine'),
  async ({ server, smtp, onTestFinished }) => {
    const deno = await startDenoFunction('send-confirmation-email', server, smtp.url);
    onTestFinished(deno.stop);
    const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
    const post = async (body: string) => {
      const response = await fetch(deno.url, { method: 'POST', headers, body });
      return [response.status, await response.json()];
    };
    const application = numberedApplication('1');
    await submitApplication(server, application);
    const asked = { name: 'Another Name', email: application.email };
    expect(await post(JSON.stringify(asked))).toEqual([200, { success: true }]);
    const mail = await smtp.next((found) => found.to?.[0]?.address === application.email);
    expect(mail.text).toContain(application.name);
    expect(mail.text).not.toContain('Another Name');
    const [, id] = /http:\/\/localhost:3000\/confirm-email\?application_id=([\w-]{36})/.exec(mail.text!)!;
    const confirmed = await postJson(server, '/rest/v1/rpc/confirm_email', { application_id: id });
    expect(await confirmed.json()).toMatchObject({ success: true });
    expect(await post('{"email":')).toMatchObject([400, { error: expect.any(String) }]);
    expect((await fetch(deno.url, { headers })).status).toBe(405);
  },
);
