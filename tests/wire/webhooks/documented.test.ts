import { afterAll } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../server/tests/harness/network/free-port.ts';
import { eventually } from '../../../server/tests/harness/servers/processes.ts';
import { expect, test } from './desk.ts';
let receiver: ChildProcess;
let file: string;
let url: string;
let message: { headers: Record<string, string>; body: string };

/** The receiver from docs/webhooks.md, with the secret of an address and a message that was sent to it. */
test.beforeAll(async ({ desk }) => {
  const { id, secret } = await desk.add('/documented', ['application.erased']);
  await desk.owner.call('review_webhook_test', { webhook_id: id });
  await eventually(async () => desk.hooks.received('/documented').length === 1);
  const { headers, body } = desk.hooks.received('/documented')[0]!;
  const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
  message = { headers: Object.fromEntries(signed), body };
  const [, code] = /^```js run\n([\s\S]*?)^```/m.exec(readFileSync(join(root, 'docs/webhooks.md'), 'utf8'))!;
  // Next to node_modules, where its import is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  file = join(root, '.cache', `webhook-receiver-${process.pid}.mjs`);
  writeFileSync(file, code!);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  receiver = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret!, PORT: String(port) },
  });
  receiver.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(async () => (await fetch(url).catch(() => null)) !== null);
});
afterAll(async () => {
  receiver?.kill();
  if (file) rmSync(file, { force: true });
});

test('the documented receiver accepts a message of ours once, however often it arrives', async () => {
  expect(await post(message.headers, message.body)).toBe(204);
  expect(await post(message.headers, message.body)).toBe(204);
  await expect.poll(() => output).toBe('webhook.test undefined\n');
});

test.each([
  ['another body', {}, '{"type":"application.erased","data":{}}'],
  ['another id', { 'webhook-id': 'msg_other' }, null],
  ['another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 3600) }, null],
  ['no signature', { 'webhook-signature': '' }, null],
])('the documented receiver refuses %s', async (_title, change, body) => {
  expect(await post({ ...message.headers, ...change }, body ?? message.body)).toBe(400);
});

const root = join(import.meta.dirname, '../../..');

let output = '';

const post = async (headers: Record<string, string>, body: string) =>
  (await fetch(url, { method: 'POST', headers, body })).status;
