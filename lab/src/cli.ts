import { join } from 'node:path';
import { chooseProject, nameProgram, runProgram, serverCommands } from '@solostead/server/commands';
import { labCommands } from './commands/lab-commands.ts';

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

nameProgram('npm run solostead --');
chooseProject(join(import.meta.dirname, '../..'));
await runProgram([...labCommands, ...serverCommands].sort(byName));
