import { describe, expect, test } from 'vitest';
import { manifest } from '@solostead/server-testkit/answer-of';
import { runInProcess } from '@solostead/server-testkit/run-in-process';
import { runProgram, serverCommands } from '@solostead/server/commands';
import { labCommands } from './lab-commands.ts';

test.each([...labCommands, ...serverCommands])(
  '$name has a help text, as each of its verbs',
  async (entry) => {
    const { command } = await entry.load();
    for (const explained of [command, ...command.commands]) {
      expect(explained.description(), explained.name()).not.toBe('');
      // It begins with the program's name once another test of this worker has run a command.
      expect(explained.helpInformation()).toMatch(new RegExp(`^Usage: (.* )?${explained.name()}( |\n)`));
    }
  },
);

const run = (...args: string[]) => runInProcess(args, () => runProgram([...labCommands, ...serverCommands]));

// tests/wire/operating/program.test.ts reads the list that the program prints.
describe('the program', () => {
  test('lists its commands with and without a request for help', async () => {
    const help = await run('--help');
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('\nCommands:\n'), stderr: '' });
    expect([await run(), await run('help')]).toEqual([help, help]);
  });

  test('prints its version', async () => {
    const { code, stdout } = await run('--version');
    expect([code, stdout.split(' ')[0]!.trim()]).toEqual([0, manifest.version]);
  });

  test('prints the help of a command with verbs alone as an error', async () => {
    const { code, stdout, stderr } = await run('sso');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.match(/^ {2}(list|add|update|remove)\b/gm)).toHaveLength(4);
  });
});
