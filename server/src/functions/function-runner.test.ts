import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../tests/harness/new-folder.ts';
import { DenoProcess } from './deno/deno-process.ts';
import { FunctionRunner, type FunctionWorker } from './function-runner.ts';

const request = { id: '1', url: 'http://server.example/f', method: 'GET', headers: [], body: null };
const owner = { network: '127.0.0.1', caller: 'a' };
const response = { status: 200, headers: [], body: new Uint8Array() };
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

test('closes without waiting for a process of Deno that starts, which a drain waits for', async () => {
  const folder = newFolder();
  const [deno, file] = [join(folder, 'deno'), join(folder, 'f/index.ts')];
  mkdirSync(join(folder, 'f'));
  writeFileSync(deno, '#!/bin/sh\nexec sleep 60\n');
  chmodSync(deno, 0o755);
  const options = { deno, file, importMap: '', shownPath: 'f', environment: {}, cacheDir: folder };
  const start = (onFailure: () => void, closing: AbortSignal) =>
    DenoProcess.start({ ...options, closing, print: () => {} }, onFailure);
  const runner = new FunctionRunner({ start, timeoutMs: 30_000, idleMs: 30_000, limits: true });
  const asked = expect(runner.ask(request, owner)).rejects.toMatchObject({ code: 'BOOT_ERROR' });
  const drained = runner.drain();
  await runner.close();
  await Promise.all([asked, drained]);
});
