import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Moves `fresh` to `folder` and then removes the former folder, if any. Removing it first would take milliseconds, in
 * which a starting server finds nothing.
 * @param {string} folder
 * @param {string} fresh on the same disk
 */
export function replaceFolder(folder, fresh) {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}
