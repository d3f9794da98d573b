import { eraseNow } from '../../harness/erase.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { applied } from '../../harness/applicant.ts';
import { webhookEvents } from '@solostead/contract/webhooks';
import { expect, makeApplication, test, type WebhookDesk } from './desk.ts';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

test('an address receives each event of an application, without text of the applicant', async ({ desk }) => {
  const { secret } = await desk.add('/all', webhookEvents);
  const row = await applied(desk.server);
  const id = await desk.server.value<string>('select id from public.applications');
  await desk.server.sql`update public.applications set email_confirmed_at = now() where id = ${id}`;
  await move(desk, id, 'in_review');
  await move(desk, id, 'withdrawn');
  await arrived(desk, '/all', 4);
  await eraseNow(desk.server, desk.owner, id);
  const all = await arrived(desk, '/all', 5);
  expect(types(desk, '/all')).toEqual(webhookEvents.toSorted());
  for (const { headers, body, json } of all) {
    // The library of the receiver: it throws where signature, time or body are not as signed.
    expect(new Webhook(secret!).verify(body, headers)).toEqual(json);
    expect(body).not.toMatch(new RegExp(`${row.name}|${row.email}|linkedin`, 'i'));
    expect(json.data['application_id']).toBe(id);
  }
  const moved = all.find(({ json }) => json.type === 'application.moved')!;
  const review_url = `${desk.server.url}/admin?open=${id}`;
  expect(moved.json.data).toMatchObject({ status: 'in_review', previous_status: 'submitted', review_url });
  const erased = all.find(({ json }) => json.type === 'application.erased')!;
  expect(erased.json.data).toEqual({ application_id: id });
});

test('name, e-mail and profile are sent if an owner chose so, until an erasure', async ({ desk }) => {
  const { id: hook } = await desk.add('/person', ['application.received'], { includes_person: true });
  desk.hooks.answer('/person', 500, 200);
  const id = await makeApplication(desk.server, 'person');
  const [message] = await arrived(desk, '/person', 1);
  expect(message!.json.data).toMatchObject({
    name: 'Amber Sample',
    email: 'person@builders.example',
    linkedin: 'https://www.linkedin.com/in/sample-person',
  });
  await eraseNow(desk.server, desk.owner, id);
  await desk.settled(hook, 'due');
  await desk.hurry(hook);
  const [, late] = await arrived(desk, '/person', 2);
  expect(late!.body).not.toMatch(/Amber|builders\.example|linkedin/);
  expect(late!.json.data['application_id']).toBe(id);
});

test('Slack gets a text, and has no secret that could be renewed', async ({ desk }) => {
  const slack = { kind: 'slack', includes_person: true };
  const { id: hook, secret } = await desk.add('/slack', ['application.received'], slack);
  expect(secret).toBeNull();
  const rotation = await desk.owner.refusal('review_webhook_secret_rotate', { webhook_id: hook });
  expect(rotation).toMatchObject({ status: 422 });
  await makeApplication(desk.server, 'slack');
  const [message] = await arrived(desk, '/slack', 1);
  expect(message!.json).toEqual({
    text: expect.stringMatching(/^A new application arrived\.\nAmber Sample, .+\n<http/),
  });
});

test('after a rotation both secrets sign for a day, then the new one alone', async ({ desk }) => {
  const { id: hook, secret: former } = await desk.add('/rotated', ['application.erased']);
  const { secret } = await desk.owner.call<{ secret: string }>('review_webhook_secret_rotate', {
    webhook_id: hook,
  });
  expect(secret).not.toBe(former);
  await desk.owner.call('review_webhook_test', { webhook_id: hook });
  const [both] = await arrived(desk, '/rotated', 1);
  for (const known of [secret, former!])
    expect(new Webhook(known).verify(both!.body, both!.headers)).toMatchObject({ type: 'webhook.test' });
  expect(Date.parse((await desk.listed(hook)).former_secret_until!) - Date.now()).toBeGreaterThan(86_000_000);
  await desk.server.sql`update private.webhook_secrets set expires_at = now()
      where webhook_id = ${hook} and expires_at is not null`;
  await desk.owner.call('review_webhook_test', { webhook_id: hook });
  const [, alone] = await arrived(desk, '/rotated', 2);
  expect(alone!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  expect(() => new Webhook(former!).verify(alone!.body, alone!.headers)).toThrow('No matching signature');
});

test('“Send again” repeats a message of the log with its id', async ({ desk }) => {
  const { id: hook } = await desk.add('/again', ['application.received']);
  await makeApplication(desk.server, 'again');
  await arrived(desk, '/again', 1);
  const line = await desk.settled(hook, 'delivered');
  expect(line).toMatchObject({
    event: 'application.received',
    attempts: 1,
    response_status: 200,
    error: null,
  });
  await desk.owner.call('review_webhook_resend', { delivery_id: line.id });
  const [first, second] = await arrived(desk, '/again', 2);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body).toBe(first!.body);
  expect(await desk.log(hook)).toHaveLength(1);
});

test('an address receives the events that it selects, and while it is paused only tests', async ({
  desk,
}) => {
  const events = ['application.received'];
  const { id: hook } = await desk.add('/paused', events);
  const change = (paused: boolean) =>
    desk.owner.call('review_webhook_change', { webhook_id: hook, events, includes_person: false, paused });
  await change(true);
  await makeApplication(desk.server, 'paused');
  await desk.owner.call('review_webhook_test', { webhook_id: hook });
  await arrived(desk, '/paused', 1);
  await change(false);
  const id = await makeApplication(desk.server, 'unpaused');
  await move(desk, id, 'in_review');
  await arrived(desk, '/paused', 2);
  expect(types(desk, '/paused')).toEqual(['application.received', 'webhook.test']);
});

test('the log keeps the last hundred messages of an address', async ({ desk }) => {
  const { id: hook } = await desk.add('/many', ['application.erased']);
  await desk.server.sql`insert into private.messages (kind, webhook_id, payload, state, created_at)
     select 'webhook', ${hook}, '{"event": "application.erased"}', 'sent', now() - n * interval '1 minute' from generate_series(1, 720) n`;
  const prune = () => desk.server.value('select public.delete_expired_webhook_messages()');
  expect([await prune(), await prune(), await prune()]).toEqual(['500', '120', '0']);
  const stored = await desk.server.row`
    select count(*)::int as stored, (extract(epoch from now() - min(created_at)) / 60)::int as oldest
       from private.messages where webhook_id = ${hook}`;
  expect(stored).toEqual({ stored: 100, oldest: 100 });
});

test('the receiver in docs/webhooks.md accepts a message once, unchanged', async ({ desk }) => {
  const { id, secret } = await desk.add('/documented', ['application.erased']);
  await desk.owner.call('review_webhook_test', { webhook_id: id });
  const [{ headers, body } = { headers: {}, body: '' }] = await arrived(desk, '/documented', 1);
  const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
  const receiver = await startDocumentedReceiver(secret!);
  const post = async (change: Record<string, string>, text = body) => {
    const message = { method: 'POST', headers: { ...Object.fromEntries(signed), ...change }, body: text };
    return (await fetch(receiver.url, message)).status;
  };
  expect([await post({}), await post({})]).toEqual([204, 204]);
  await expect.poll(receiver.output).toBe('webhook.test undefined\n');
  const anHourAgo = String(Math.floor(Date.now() / 1000) - 3600);
  expect(await post({}, '{"type":"application.erased","data":{}}')).toBe(400);
  expect(await post({ 'webhook-id': 'msg_other' })).toBe(400);
  expect(await post({ 'webhook-timestamp': anHourAgo })).toBe(400);
  expect(await post({ 'webhook-signature': '' })).toBe(400);
});

async function startDocumentedReceiver(secret: string) {
  const root = join(import.meta.dirname, '../../..');
  const [, code] = /^```js run\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'docs/webhooks.md'), 'utf8'))!;
  // Next to node_modules, where its import is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const file = join(root, '.cache', `webhook-receiver-${process.pid}.mjs`);
  writeFileSync(file, code!);
  const port = await freePort();
  const receiver = spawnWithUs(process.execPath, [file], {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  onTestFinished(() => {
    receiver.kill();
    rmSync(file, { force: true });
  });
  let output = '';
  receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(url).catch(() => null)) !== null);
  return { url, output: () => output };
}

const move = (desk: WebhookDesk, id: string, status: string) => desk.owner.many([id], { status });
const arrived = async (desk: WebhookDesk, path: string, count: number) => {
  await expect.poll(() => desk.hooks.received(path).length).toBe(count);
  return desk.hooks.received(path);
};
const types = (desk: WebhookDesk, path: string) =>
  desk.hooks
    .received(path)
    .map(({ json }) => json.type)
    .toSorted();
