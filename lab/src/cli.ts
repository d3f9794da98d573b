import { nameProgram, runProgram, serverCommands } from '@solostead/server/commands';
import { labCommands } from './commands/lab-commands.ts';

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

nameProgram('npm run solostead --');
await runProgram([...labCommands, ...serverCommands].sort(byName));
