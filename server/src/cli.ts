// The program of the package: the server alone, on the project in the current folder.
import { runProgram } from './commands/program.ts';
import { projectCommands, serverCommands } from './commands/server-commands.ts';
import { chooseProject } from './configuration/project-directory.ts';
import { nameProgram } from './process/command-line.ts';

chooseProject(process.cwd());
nameProgram('npx solostead-server');
// Where Node cannot replace a process, the program runs beneath its starter (bin/) and ends with it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
if (process.argv.length === 2) process.argv.push('start');
await runProgram([...projectCommands, ...serverCommands]);
