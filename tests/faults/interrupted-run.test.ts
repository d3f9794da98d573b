import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../server/tests/harness/servers/processes.ts';

const isAlive = (pid: number) => existsSync(`/proc/${pid}/stat`);

test('a server under test ends with its test run when that is killed', async () => {
  const harness = join(import.meta.dirname, '../harness/servers/server.ts');
  const program = `import { startServer } from ${JSON.stringify(harness)};
    console.log((await startServer()).pid);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const server = Number(line);
  expect(isAlive(server)).toBe(true);
  child.kill('SIGKILL');
  await eventually(() => !isAlive(server));
});
