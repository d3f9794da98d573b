import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { bundleOf } from '@solostead/server-testkit/servers/bundle';
import { serverEnvironment } from '../harness/servers/server.ts';
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

/** The rows that a terminal of 80 columns shows `text` in. */
const rowsOf = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => line.match(/.{1,80}/g) ?? ['']);
