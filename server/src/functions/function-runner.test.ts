import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { DenoProcess } from './deno/deno-process.ts';
import { WorkerEnded } from './errors.ts';
import { FunctionRunner, type FunctionWorker } from './function-runner.ts';

const request = { id: '1', url: 'http://server.example/f', method: 'GET', headers: [], body: null };
const owner = { network: '127.0.0.1', caller: 'a' };
const response = { status: 200, headers: [], length: 0, body: new Uint8Array() };
const ready: FunctionWorker = { ask: async () => response, end: async () => {} };

test('answers in time while its worker starts, and gives the next request to that worker', async () => {
  const starting = Promise.withResolvers<FunctionWorker>();
  let starts = 0;
  const start = () => ((starts += 1), starting.promise);
  const runner = new FunctionRunner({ start, timeoutMs: 20, idleMs: 30_000, limits: true });
  await expect(runner.ask(request, owner)).rejects.toMatchObject({ code: 'IDLE_TIMEOUT' });
  starting.resolve(ready);
  expect([await runner.ask(request, owner), starts]).toEqual([response, 1]);
});

test('gives the next request to a new worker after one let a request hang', async () => {
  let starts = 0;
  const ask = (_request: object, signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const start = async () => ((starts += 1) === 1 ? { ...ready, ask } : ready);
  const runner = new FunctionRunner({ start, timeoutMs: 20, idleMs: 30_000, limits: true });
  await expect(runner.ask(request, owner)).rejects.toMatchObject({ code: 'IDLE_TIMEOUT' });
  expect([await runner.ask(request, owner), starts]).toEqual([response, 2]);
});

test('gives a request that its worker never got to a new one, with its body', async () => {
  const got: unknown[] = [];
  const start = async (): Promise<FunctionWorker> => ({
    ...ready,
    ask: async ({ body }) => {
      got.push(body);
      if (got.length === 1) throw new WorkerEnded('It had ended.');
      return response;
    },
  });
  let starts = 0;
  const counted = () => ((starts += 1), start());
  const runner = new FunctionRunner({ start: counted, timeoutMs: 30_000, idleMs: 30_000, limits: true });
  const body = Buffer.from('{"a":1}');
  expect(await runner.ask({ ...request, method: 'POST', body }, owner)).toBe(response);
  expect([starts, got]).toEqual([2, [body, body]]);
});

test('runs eight requests of a network, whose addresses take turns, and one of another network at once', async () => {
  const running: { id: string; end: () => void }[] = [];
  const ask = ({ id }: { id: string }) =>
    new Promise<typeof response>((resolve) => running.push({ id, end: () => resolve(response) }));
  const start = async () => ({ ...ready, ask });
  const runner = new FunctionRunner({ start, timeoutMs: 30_000, idleMs: 30_000, limits: true });
  const refused: string[] = [];
  const send = (network: string, caller: string) =>
    runner
      .ask({ ...request, id: caller }, { network, caller })
      .catch(({ code }: { code: string }) => void refused.push(code));
  for (let sent = 0; sent < 100; sent += 1) void send('a', 'a1');
  void send('a', 'a2');
  void send('b', 'b1');
  await expect.poll(() => running.map(({ id }) => id)).toEqual([...Array<string>(8).fill('a1'), 'b1']);
  expect(refused).toEqual(Array(61).fill('TOO_MANY_REQUESTS'));
  for (const { end } of running.slice(0, 2)) end();
  await expect.poll(() => running.slice(9).map(({ id }) => id)).toEqual(['a1', 'a2']);
});

test('closes without waiting for a process of Deno that starts, which a drain waits for', async () => {
  const folder = newFolder();
  const [deno, file] = [join(folder, 'deno'), join(folder, 'f/index.ts')];
  mkdirSync(join(folder, 'f'));
  writeFileSync(deno, '#!/bin/sh\nexec sleep 60\n');
  chmodSync(deno, 0o755);
  const paths = { supabaseDir: folder, file, importMap: '', shownPath: 'f', cacheDir: folder };
  const options = { ...paths, deno, environment: {} };
  const start = (onFailure: () => void, closing: AbortSignal) =>
    DenoProcess.start({ ...options, closing, print: () => {} }, onFailure);
  const runner = new FunctionRunner({ start, timeoutMs: 30_000, idleMs: 30_000, limits: true });
  const refusal = expect(runner.ask(request, owner)).rejects.toMatchObject({ code: 'BOOT_ERROR' });
  const drained = runner.drain();
  await runner.close();
  await Promise.all([refusal, drained]);
});
