/**
 * `@solostead/server/backup`: the list of erasures next to backups.
 *
 * @example
 * import { readErasures, readInstallation } from '@solostead/server/backup';
 *
 * const erasures = readErasures('backups', await readInstallation(query));
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
