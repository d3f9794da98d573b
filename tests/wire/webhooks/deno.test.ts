import { describe, expect } from 'vitest';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { needs } from '../../../server/tests/harness/needs.ts';
import { hasTools } from '../../../server/tests/harness/tools.ts';
import { test as base } from './desk.ts';

const test = base.extend('call', { scope: 'file' }, async ({ desk }, { onCleanup }) => {
  const deno = await startDenoFunction('deliver-webhooks', desk.server, '');
  onCleanup(deno.stop);
  return (apikey: string) => fetch(deno.url, { method: 'POST', headers: { apikey } });
});

/** The function that posts by `fetch`, as Supabase runs it. */
describe('deliver-webhooks under Deno', needs(hasTools, 'no Deno for this machine'), () => {
  test.for([
    ['https://127.0.0.1/', 'Refused: the address does not lead to the open Internet.'],
    ['https://nowhere.invalid/', expect.stringMatching(/^No connection \(/)],
  ])('sends nothing to %s and records why', async ([url, error], { desk, call }) => {
    const { id } = await desk.add('', ['application.erased'], { url });
    // Without a notification, so that our own scheduler leaves it to Deno.
    await desk.server.sql`
      insert into private.webhook_deliveries (webhook_id, event) values (${id}, 'webhook.test')`;
    const answer = await call(desk.server.secretKey);
    expect([answer.status, await answer.json()]).toEqual([200, { delivered: 0, failed: 1, more: false }]);
    expect((await desk.log(id))[0]).toMatchObject({ state: 'failed', error });
  });

  test('requires the secret key', async ({ desk, call }) => {
    expect((await call(desk.server.publishableKey)).status).toBe(401);
  });
});
