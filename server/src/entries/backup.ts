/**
 * `@solostead/server/backup`: the commands `doctor`, `limits` and `move` with a product's part, and the list of
 * erasures next to backups. The commands `backup`, `restore` and `drill` are in `serverCommands`.
 *
 * @example
 * import { doctorCommand, warning } from '@solostead/server/backup';
 * import { readConfigUnchanged } from '@solostead/server';
 *
 * export const command = doctorCommand({
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
export {
  appendErasures,
  applyErasures,
  type Erasure,
  listErasures,
  missingFrom,
  readErasures,
} from '../backup/erasures.ts';
export { type Lineage, readInstallation } from '../backup/installation.ts';
export { doctorCommand, type ProductDoctor } from '../commands/doctor-command.ts';
export { limitsCommand } from '../commands/limits-command.ts';
export { moveCommand } from '../commands/move-command.ts';
export { type Finding, fine, warning, wrong } from '../doctor/findings.ts';
export type { ProductMove } from '../move/move-database.ts';
