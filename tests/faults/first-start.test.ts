import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { bundleOf } from '@solostead/server-testkit/servers/bundle';
import { eventually, processesWith } from '@solostead/server-testkit/servers/processes';
import { putMigratedData, runCommand, serverEnvironment, startServer } from '../harness/servers/server.ts';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

test('the first start ends with the address and the next step, in the last 24 rows of a terminal', async () => {
  const env = serverEnvironment({ DATA_DIR: newDataFolder(), PORT: '0' });
  const main = join(await bundleOf(), 'main.mjs');
  // As a terminal has it: the log and the greeting in one stream.
  const program = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, main, '--greet'];
  const child = spawnWithUs('sh', program, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  for await (const chunk of child.stdout) {
    shown += chunk;
    if (shown.includes('Make an admin') && shown.includes('"msg":"ready"')) break;
  }
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  const screen = rowsOf(shown).slice(-24).join('\n');
  expect(screen).toMatch(/ is ready at http/);
  expect(screen).toContain('Make an admin');
  expect(shown.indexOf('"msg":"ready"')).toBeLessThan(shown.indexOf(' is ready at '));
});

test('starts and commands on a long path remove the temporary folder of their socket', async () => {
  const folder = newDataFolder();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { mode: 0o777 });
  chmodSync(temporary, 0o777);
  const dataDir = join(folder, 'a'.repeat(100));
  mkdirSync(dataDir);
  await putMigratedData(dataDir);
  const env = { TMPDIR: temporary };
  const server = await startServer({ dataDir, env });
  expect(readdirSync(temporary)).toHaveLength(1);
  await server.stop();
  expect(readdirSync(temporary)).toEqual([]);
  await runCommand(serverEnvironment({ ...env, DATA_DIR: dataDir }), 'admin', 'list');
  expect(readdirSync(temporary)).toEqual([]);
});

test('a signal during a first start on a long path ends it with code 0, although the creation of its database hangs', async () => {
  const folder = newDataFolder();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  const dataDir = join(folder, 'a'.repeat(100));
  const env = serverEnvironment({ DATA_DIR: dataDir, PORT: '0', TMPDIR: temporary, LIMITS: '' });
  const main = join(await bundleOf(), 'main.mjs');
  const child = spawnWithUs(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const makers = () => processesWith(`--pgdata=${join(dataDir, 'postgres.new')}`);
  await eventually(() => readdirSync(temporary).length > 0 && makers().length > 0);
  for (const pid of makers()) process.kill(pid, 'SIGSTOP');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect([code, said]).toEqual([0, expect.stringMatching(/^\{[^\n]+"msg":"stopping"\}\n$/)]);
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain('lock');
  expect(readdirSync(dataDir)).not.toContain('postgres.new');
  await eventually(() => makers().length === 0);
});

/** The rows that a terminal of 80 columns shows `text` in. */
const rowsOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => line.match(/.{1,80}/g) ?? ['']);
