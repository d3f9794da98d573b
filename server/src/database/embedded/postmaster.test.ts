import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { stopPostgres } from './postmaster.ts';

test('quits a PostgreSQL that ignores the interrupt, as one in its recovery does', async () => {
  const data = newFolder();
  const script = 'trap "" INT; echo; while :; do sleep 0.05; done';
  const child = spawn('/bin/sh', ['-c', script, 'postgres', data], { cwd: data });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  writeFileSync(join(data, 'postmaster.pid'), `${child.pid}\n`);
  const ended = once(child, 'exit');
  await stopPostgres({ data }, 200);
  expect(await ended).toEqual([null, 'SIGQUIT']);
  expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
});
