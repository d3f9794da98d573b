import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Puts `fresh` in the place of `folder`, which need not exist, before the earlier one is removed: that takes milliseconds,
 * in which a server that starts would find nothing.
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
