import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { runShellCommand } from './shell-command.ts';

const run = (command: string, timeoutMs = 60_000, signal = new AbortController().signal) =>
  runShellCommand(command, { env: { ...process.env, GIVEN: 'a b' }, timeoutMs, signal });

test.each([
  ['true', null],
  ['test "$GIVEN" = "a b" && echo much; echo warning >&2', null],
  ['exit 3', 'exit code 3'],
  ['echo first >&2; printf "no \\033[2Jroom\\n\\n" >&2; exit 1', 'exit code 1, no \ufffd[2Jroom'],
  [`head -c 20000 /dev/zero | tr '\\0' x >&2; exit 1`, `exit code 1, ${'x'.repeat(200)}`],
  ['kill -9 $$', 'ended by SIGKILL'],
])('%j ends with %j', async (command, expected) => {
  expect(await run(command)).toBe(expected);
});

test('names what the shell does not find', async () => {
  expect(await run('no-such-program-here')).toMatch(/^exit code 127, .*no-such-program-here.* not found$/);
});

test('does not wait for a process that stays behind', async () => {
  const folder = newFolder();
  const pid = join(folder, 'pid');
  expect(await run(`sh -c 'sleep 600 & echo $! > ${pid}'; echo gone >&2; exit 2`)).toBe('exit code 2, gone');
  process.kill(Number(readFileSync(pid, 'utf8')));
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A command that hangs in a child, whose id it writes to a file. */
const hanging = (file: string) => `sleep 600 & echo $! > ${file}.new; mv ${file}.new ${file}; wait`;

test('ends a command that hangs with its processes', async () => {
  const file = join(newFolder(), 'pid');
  expect(await run(hanging(file), 3_000)).toBe('it did not end within 0.05 minutes');
  await eventually(() => !isAlive(Number(readFileSync(file, 'utf8'))));
});

test('ends a command and rejects when it is stopped', async () => {
  const file = join(newFolder(), 'pid');
  const stopping = new AbortController();
  const running = run(hanging(file), 60_000, stopping.signal);
  await eventually(() => existsSync(file));
  stopping.abort();
  await expect(running).rejects.toBe(stopping.signal.reason);
  await eventually(() => !isAlive(Number(readFileSync(file, 'utf8'))));
  await expect(run('true', 60_000, stopping.signal)).rejects.toBe(stopping.signal.reason);
});
