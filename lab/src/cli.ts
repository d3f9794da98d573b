import { runProgram } from '../../server/src/commands/program.ts';
import { serverCommands } from '../../server/src/commands/server-commands.ts';
import { nameProgram } from '../../server/src/process/command-line.ts';
import { labCommands } from './commands/lab-commands.ts';

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

nameProgram('npm run solostead --');
await runProgram([...labCommands, ...serverCommands].sort(byName));
