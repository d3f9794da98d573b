import { expect, test, vi } from 'vitest';
import { UserError } from '../configuration/user-error.ts';
import { defineCommand } from './define-command.ts';
import { runProgram } from './program.ts';

const HOSTILE = 'a\u001b]0;PWNED\u0007\u009b2J\u202e\u007f\tb\nc';
const SHOWN = 'a\ufffd]0;PWNED\ufffd\ufffd2J\ufffd\ufffd\tb\nc';

test.each([
  ['log', () => console.log(HOSTILE)],
  [
    'error',
    () => {
      throw new UserError(HOSTILE);
    },
  ],
  [
    'error',
    () => {
      throw new Error(HOSTILE);
    },
  ],
] as const)('prints foreign text without control characters to console.%s', async (method, action) => {
  const original = console.log;
  const printed = vi.spyOn(console, method).mockImplementation(() => {});
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'program', 'print']);
  const command = defineCommand('print').action(action);
  await runProgram([{ name: 'print', summary: 'prints', load: async () => ({ command }) }]);
  console.log = original;
  process.exitCode = 0;
  expect(printed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(SHOWN));
});
