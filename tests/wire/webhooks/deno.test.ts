import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { needs } from '../../../server/tests/harness/needs.ts';
import { hasTools } from '../../../server/tests/harness/tools.ts';
import { openWebhookDesk, type WebhookDesk } from './desk.ts';

/** The function that posts by `fetch`, as Supabase runs it. */
describe('deliver-webhooks under Deno', needs(hasTools, 'no Deno for this machine'), () => {
  let desk: WebhookDesk;
  let deno: Awaited<ReturnType<typeof startDenoFunction>>;
  beforeAll(async () => {
    desk = await openWebhookDesk();
    deno = await startDenoFunction('deliver-webhooks', desk.server, '');
  });
  afterAll(async () => {
    await deno?.stop();
    await desk?.stop();
  });

  const call = (apikey: string) => fetch(deno.url, { method: 'POST', headers: { apikey } });

  test.each([
    ['https://127.0.0.1/', 'Refused: the address does not lead to the open Internet.'],
    ['https://nowhere.invalid/', expect.stringMatching(/^No connection \(/)],
  ])('sends nothing to %s and records why', async (url, error) => {
    const { id } = await desk.add('', ['application.erased'], { url });
    // Without a notification, so that our own scheduler leaves it to Deno.
    await desk.server.sql`
      insert into private.webhook_deliveries (webhook_id, event) values (${id}, 'webhook.test')`;
    const answer = await call(desk.server.secretKey);
    expect([answer.status, await answer.json()]).toEqual([200, { delivered: 0, failed: 1, more: false }]);
    expect((await desk.log(id))[0]).toMatchObject({ state: 'failed', error });
  });

  test('requires the secret key', async () => {
    expect((await call(desk.server.publishableKey)).status).toBe(401);
  });
});
