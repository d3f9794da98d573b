/**
 * `@solostead/server/commands`: commands for operators, and the program that runs them.
 *
 * @example
 * import { defineCommand, runProgram, serverCommands, withDatabases } from '@solostead/server/commands';
 * import { readConfig } from '@solostead/server';
 *
 * const command = defineCommand('count').action(() =>
 *   withDatabases(readConfig(), 'count', async ({ owner }) => {
 *     const { rows } = await owner.query('select count(*)::int as n from orders');
 *     console.log(rows[0].n);
 *   }),
 * );
 * const count = { name: 'count', summary: 'counts orders', load: async () => ({ command }) };
 * await runProgram([count, ...serverCommands]);
 */
export { defineCommand, emailAddress, UsageError, wholeNumber } from '../commands/define-command.ts';
export { type CommandEntry, runProgram } from '../commands/program.ts';
export { projectCommands, serverCommands } from '../commands/server-commands.ts';
export { withDatabases } from '../commands/with-databases.ts';
export { chooseProject, projectDirectory } from '../configuration/project-directory.ts';
export { UserError } from '../configuration/user-error.ts';
export { commandLine, nameProgram } from '../process/command-line.ts';
export { visible, visibleJson } from '../process/visible.ts';
