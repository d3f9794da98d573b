import { needs } from '@solostead/server-testkit/needs';
import { postJson } from '@solostead/server-testkit/network/post-json';
import { hasTools } from '@solostead/server-testkit/tools';
import { startDenoFunction } from '../../harness/deno-function.ts';
import { type Delivery, expect, makeApplication, test } from './desk.ts';
import { refusedWith } from '../../harness/refusals.ts';

test('an address that hangs delays no other, and gets five messages at a time', async ({ desk }) => {
  desk.hooks.answer('/hangs', 'hang');
  const { id } = await desk.add('/hangs', ['application.received']);
  await desk.add('/well', ['application.received']);
  for (let n = 0; n < 8; n += 1) await makeApplication(desk.server, `hangs-${n}`);
  await expect.poll(() => desk.hooks.received('/well').length).toBe(8);
  await expect.poll(() => desk.hooks.received('/hangs').length).toBeGreaterThanOrEqual(5);
  const underWay = `select from private.messages where webhook_id = $1 and state = 'sending'`;
  expect((await desk.server.sql(underWay, [id])).length).toBeLessThanOrEqual(5);
  await desk.owner.call('review_webhook_remove', { webhook_id: id });
});

test('a message that gets 503 is tried eight times in a day', async ({ desk }) => {
  desk.hooks.answer('/down', 503);
  const { id } = await desk.add('/down', ['application.received']);
  await makeApplication(desk.server, 'down');
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    await expect.poll(async () => (await desk.log(id))[0]).toMatchObject({ attempts: attempt, state: 'due' });
    pauses.push(pauseSeconds((await desk.log(id))[0]!));
    await desk.hurry(id);
  }
  expect(await desk.settled(id, 'failed')).toMatchObject({ attempts: 8, response_status: 503 });
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  const sum = pauses.reduce((total, seconds) => total + seconds, 0);
  expect(sum).toBeGreaterThan(0.8 * 86_400);
  expect(sum).toBeLessThan(1.3 * 86_400);
  expect((await desk.listed(id)).failing_since).not.toBeNull();
  const tries = desk.hooks.received('/down').map(({ headers }) => headers['webhook-id']);
  expect([tries.length, new Set(tries).size]).toEqual([8, 1]);
  desk.hooks.answer('/down', 200);
  await desk.owner.call('review_webhook_resend', { delivery_id: (await desk.log(id))[0]!.id });
  await desk.settled(id, 'delivered');
  expect((await desk.listed(id)).failing_since).toBeNull();
});

test('an address that answers 410 is switched off with its messages, until switched on', async ({ desk }) => {
  desk.hooks.answer('/gone', 410, 200);
  const events = ['application.received'];
  const { id } = await desk.add('/gone', events);
  await makeApplication(desk.server, 'gone');
  expect(await desk.settled(id, 'failed')).toMatchObject({ attempts: 1, response_status: 410 });
  expect((await desk.listed(id)).state).toBe('gone');
  await makeApplication(desk.server, 'gone-too');
  expect(await desk.log(id)).toHaveLength(1);
  const again = { delivery_id: (await desk.log(id))[0]!.id };
  expect(await desk.owner.refusal('review_webhook_resend', again)).toMatchObject(
    refusedWith('webhook_paused', 'This webhook receives nothing at the moment. Switch it on first.'),
  );
  const change = { webhook_id: id, events, includes_person: false, paused: false };
  await desk.owner.call('review_webhook_change', change);
  await desk.owner.call('review_webhook_resend', again);
  await desk.settled(id, 'delivered');
});

test('forty messages claimed by callers at once arrive once each', async ({ desk }) => {
  const { id } = await desk.add('/once', ['application.erased']);
  await desk.server.sql`
    insert into private.messages (kind, webhook_id, payload) select 'webhook', ${id}, ${ERASED}::jsonb
      from generate_series(1, 40)`;
  const apikey = desk.server.secretKey;
  const deliver = () => postJson(desk.server, '/functions/v1/deliver-webhooks', {}, { apikey });
  const answers = await Promise.all([deliver(), deliver(), deliver(), deliver()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await desk.server.sql(`select pg_notify('webhooks', '')`);
  await expect.poll(() => desk.hooks.received('/once').length).toBe(40);
  const ids = desk.hooks.received('/once').map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(40);
});

test('a message whose sender was killed is sent again, and given up after eight ends', async ({ desk }) => {
  const { id } = await desk.add('/orphan', ['application.erased']);
  const orphan = (attempts: number) =>
    desk.server.sql`insert into private.messages (kind, webhook_id, payload, state, attempts, claimed_at)
       values ('webhook', ${id}, ${ERASED}, 'sending', ${attempts}, now() - interval '121 seconds')`;
  await orphan(3);
  await desk.server.sql(`select pg_notify('webhooks', '')`);
  expect(await desk.settled(id, 'delivered')).toMatchObject({ attempts: 4 });
  await orphan(8);
  await desk.server.sql(`select pg_notify('webhooks', '')`);
  expect(await desk.settled(id, 'failed')).toMatchObject({
    error: 'Its sender ended before it could say how it went.',
  });
});

test('the start warns about addresses that only tests may use', ({ desk }) => {
  const msg = 'WEBHOOK_TEST_ADDRESSES: webhooks reach addresses of this machine. Never do this in public.';
  expect(desk.server.log).toContainEqual(expect.objectContaining({ level: 40, msg }));
});

test(
  'deliver-webhooks under Deno, which posts by `fetch` as on Supabase, records why an address was not reached',
  needs(hasTools, 'no Deno for this machine'),
  async ({ desk, onTestFinished }) => {
    const deno = await startDenoFunction('deliver-webhooks', desk.server, '');
    onTestFinished(deno.stop);
    const add = (url: string) => desk.add('', ['application.erased'], { url });
    const [inside, nowhere] = [await add('https://127.0.0.1/'), await add('https://nowhere.invalid/')];
    // Without a notification, so that our own scheduler, which looks twice a minute, leaves them to Deno.
    const deliver = async () => {
      await desk.server.sql`
        insert into private.messages (kind, webhook_id, payload)
        values ('webhook', ${inside.id}, '{"event": "webhook.test"}'), ('webhook', ${nowhere.id}, '{"event": "webhook.test"}')`;
      const headers = { apikey: desk.server.secretKey };
      const answer = await fetch(deno.url, { method: 'POST', headers });
      return [answer.status, await answer.json()];
    };
    await expect.poll(deliver).toEqual([200, { sent: 0, failed: 2, more: false }]);
    expect((await desk.log(inside.id))[0]).toMatchObject({
      state: 'failed',
      error: 'Refused: the address does not lead to the open Internet.',
    });
    const error = expect.stringMatching(/^No connection \(/) as string;
    expect((await desk.log(nowhere.id))[0]).toMatchObject({ state: 'failed', error });
  },
);

const ERASED = { event: 'application.erased' };

/** The time from a try to the next one, by the database's clock. */
const pauseSeconds = ({ tried_at: tried, next_at: next }: Delivery) =>
  (Date.parse(next!) - Date.parse(tried!)) / 1000;
