import { expect, test } from 'vitest';
import { serverCommands } from '../../../server/src/commands/server-commands.ts';
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
