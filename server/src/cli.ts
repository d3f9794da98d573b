// The program of the package: the server alone, on the project in the current folder.
import { runProgram } from './commands/program.ts';
import { projectCommands, serverCommands } from './commands/server-commands.ts';
import { endWithParent } from './process/parent.mjs';

// npm and the starter in bin/ may end without handing a signal on.
if (process.env['npm_lifecycle_event'] || process.channel) endWithParent(process.ppid);
process.channel?.unref();
if (process.argv.length === 2) process.argv.push('start');
await runProgram([...projectCommands, ...serverCommands]);
