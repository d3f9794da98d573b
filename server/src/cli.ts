import { runProgram } from './commands/program.ts';
import { serverCommands } from './commands/server-commands.ts';

await runProgram(serverCommands);
