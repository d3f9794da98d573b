import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { userError } from '../../server/start.mjs';
import { takeLock } from './lock.mjs';
import { fromRoot, root } from './project.mjs';
import { readJson } from './read-json.mjs';
import { replaceFolder } from './replace-folder.mjs';

/**
 * A folder that is made of sources.
 * @typedef {{
 *   folder: string,
 *   stamp: string, // the file that names the sources of the last build
 *   print: () => string, // a hash of the present sources
 *   make: (folder: string) => Promise<number>, // fills another folder and returns an exit code
 * }} Build
 */

/** Returns true if the folder was made of the present sources. @param {Build} build */
export const isCurrent = ({ folder, stamp, print }) =>
  existsSync(folder) && readJson(stamp)?.fingerprint === print();

/**
 * Makes the folder again after a change of a source. Programs that start at the same time share a build, and a failed one
 * keeps the last good folder.
 * @param {Build} build
 * @returns {Promise<number>} the exit code, 0 if there was nothing to do
 */
export async function buildOnce(build) {
  if (isCurrent(build)) return 0;
  await requireWritable();
  const { folder, stamp, print, make } = build;
  const release = await takeLock(fromRoot('.cache', `${basename(folder)}.lock`));
  const fresh = `${folder}.new`;
  try {
    if (isCurrent(build)) return 0;
    rmSync(fresh, { recursive: true, force: true });
    // Changes during the build are built the next time.
    const fingerprint = print();
    const code = await make(fresh);
    if (code !== 0) return code;
    rmSync(stamp, { force: true });
    replaceFolder(folder, fresh);
    writeFileSync(stamp, JSON.stringify({ fingerprint }));
    return 0;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    release();
  }
}

/** Refuses a user without write access to the project, before anything is built there. */
async function requireWritable() {
  const cache = fromRoot('.cache');
  const folder = existsSync(cache) ? cache : root;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw await userError(
      `Something has changed since the last build, and this user may not write into ${folder}: start once as the owner of the project, with the same .env and DATA_DIR.`,
    );
  }
}
