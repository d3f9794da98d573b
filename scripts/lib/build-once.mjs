import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { userError } from '../../server/start.mjs';
import { takeLock } from './lock.mjs';
import { fromRoot, root } from './project.mjs';
import { readJson } from './read-json.mjs';
import { replaceFolder } from './replace-folder.mjs';

/**
 * A folder that is made of sources.
 * @typedef {{
 *   folder: string,
 *   stamp: string, // the file that names what the last build was made of
 *   seed: string, // the values that it was made of
 *   files: () => string[], // the sources, absolute
 *   make: (folder: string) => Promise<number>, // fills another folder and returns an exit code
 * }} Build
 */

/** Returns a hash of `seed` and of the names and contents of the files. @param {string} seed @param {readonly string[]} files */
export function hashOf(seed, files) {
  const hash = createHash('sha256').update(seed);
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns true if the folder was made of the present sources. @param {Build} build */
export const isCurrent = ({ folder, stamp, seed, files }) =>
  existsSync(folder) && readJson(stamp)?.fingerprint === hashOf(seed, files());

/**
 * Makes the folder again after a change of a source. Programs that start at the same time share a build, and a failed one
 * keeps the last good folder.
 * @param {Build} build
 * @returns {Promise<number>} the exit code, 0 if there was nothing to do
 */
export async function buildOnce(build) {
  if (isCurrent(build)) return 0;
  await requireWritable();
  const { folder, stamp, seed, files, make } = build;
  const release = await takeLock(fromRoot('.cache', `${basename(folder)}.lock`));
  const fresh = `${folder}.new`;
  try {
    if (isCurrent(build)) return 0;
    rmSync(fresh, { recursive: true, force: true });
    // Changes during the build are built the next time.
    const fingerprint = hashOf(seed, files());
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
