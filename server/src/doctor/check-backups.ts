import { backupsIn, madeAt } from '../backup/backup-directory.ts';
import type { BackupConfig } from '../config.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

/** The newest backup must be about as young as it was asked to be. */
export function checkBackups({ dir, everyHours }: BackupConfig, at: Date): Finding {
  if (!dir) return warning('backups', 'none are made: set BACKUP_DIR, to a place on another disk.');
  const newest = backupsIn(dir).at(-1);
  if (!newest) return wrong('backups', `there is none in ${dir}: see the log for why.`);
  const hours = (at.getTime() - madeAt(newest).getTime()) / 3_600_000;
  const says = `the newest is ${hours.toFixed(1)} hours old`;
  return hours > everyHours * 2 ? wrong('backups', `${says}: see the log for why.`) : fine('backups', says);
}
