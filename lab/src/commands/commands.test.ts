import { expect, test } from 'vitest';
import { serverCommands } from '../../../server/src/commands/server-commands.ts';
import { labCommands } from './lab-commands.ts';

/** Each command with its verbs. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  admin: ['add', 'list', 'remove', 'erase', 'reset-password', 'sign-out', 'remove-factors'],
  applications: ['list', 'export', 'resend', 'release', 'close', 'open', 'abuse-protection'],
  doctor: ['keys'],
  drill: [],
  jobs: [],
  move: [],
  retention: [],
  seed: [],
  backup: [],
  restore: [],
  sso: ['list', 'add', 'update', 'remove'],
};

test('every command is in this list', () => {
  expect([...labCommands, ...serverCommands].map(({ name }) => name)).toEqual(Object.keys(verbs));
});

test.each([...labCommands, ...serverCommands])(
  '$name has a help text, as each of its verbs',
  async (entry) => {
    const { command } = await entry.load();
    expect(command.commands.map((verb) => verb.name())).toEqual(verbs[entry.name]);
    for (const explained of [command, ...command.commands]) {
      expect(explained.description(), explained.name()).not.toBe('');
      expect(explained.helpInformation()).toMatch(
        new RegExp(`^Usage: (${entry.name} )?${explained.name()}( |\n)`),
      );
    }
  },
);
