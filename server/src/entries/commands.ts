/**
 * `@solostead/server/commands`: commands for operators, and the program that runs them. `doctorCommand`, `limitsCommand`
 * and `moveCommand` take a product's part.
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
 *
 * @example
 * const doctor = doctorCommand({
 *   subjects: ', orders',
 *   readConfig: readConfigUnchanged,
 *   configuration: () => [],
 *   database: async (query) => {
 *     const { rows } = await query('select from orders where shipped_at is null limit 1');
 *     return rows.length > 0 ? [warning('orders', 'some wait')] : [];
 *   },
 *   others: async () => [],
 * });
 */
export { defineCommand, emailAddress, UsageError, wholeNumber } from '../commands/define-command.ts';
export { doctorCommand, type ProductDoctor } from '../commands/doctor-command.ts';
export { limitsCommand } from '../commands/limits-command.ts';
export { moveCommand } from '../commands/move-command.ts';
export { type CommandEntry, runProgram } from '../commands/program.ts';
export { projectCommands, serverCommands } from '../commands/server-commands.ts';
export { withDatabases } from '../commands/with-databases.ts';
export { chooseProject, projectDirectory } from '../configuration/project-directory.ts';
export { UserError } from '../configuration/user-error.ts';
export { type Finding, fine, warning, wrong } from '../doctor/findings.ts';
export type { ProductMove } from '../move/move-database.ts';
export { commandLine, nameProgram } from '../process/command-line.ts';
export { visible, visibleJson } from '../process/visible.ts';
