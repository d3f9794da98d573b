// The frozen migrations: `supabase/baseline.json` has a hash of each file, so that releases only append to them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './project.mjs';

/** Hashes by file, by folder. @typedef {Readonly<Record<string, Readonly<Record<string, string>>>>} Baseline */

export const BASELINE = 'supabase/baseline.json';

/** Folders whose files are applied in the order of their names and recorded by each database. */
const FOLDERS = ['supabase/migrations', 'server/src/database/platform'];

/** Returns the names of a folder's migrations in their order. @param {string} folder relative to the project */
export const sqlFiles = (folder) =>
  readdirSync(fromRoot(folder))
    .filter((file) => file.endsWith('.sql'))
    .sort();

/** @param {string} path */
const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Returns the hash of each byte of the present files. @returns {Baseline} */
export const presentFiles = () =>
  Object.fromEntries(
    FOLDERS.map((folder) => [
      folder,
      Object.fromEntries(sqlFiles(folder).map((file) => [file, hashOf(fromRoot(folder, file))])),
    ]),
  );

/** Returns the frozen files, or null before the first freeze. @returns {Baseline | null} */
export const frozenFiles = () =>
  existsSync(fromRoot(BASELINE)) ? JSON.parse(readFileSync(fromRoot(BASELINE), 'utf8')) : null;

/** Returns a sentence for each file with the number of the file before it, whose order would be a chance. @param {Baseline} present @returns {string[]} */
export const repeatedNumbers = (present) =>
  Object.entries(present).flatMap(([folder, hashes]) => {
    const files = Object.keys(hashes).sort();
    return files
      .filter((file, index) => parseInt(file) === parseInt(files[index - 1] ?? ''))
      .map((file) => `${folder}/${file} has the version of another migration: give it a later one.`);
  });

/**
 * Returns a sentence for each frozen file that was edited or is missing, and for each new one that would not be the last.
 * @param {Baseline} frozen
 * @param {Baseline} present
 * @returns {string[]}
 */
export const baselineProblems = (frozen, present) =>
  FOLDERS.flatMap((folder) => problemsOf(folder, frozen[folder] ?? {}, present[folder] ?? {}));

/** @param {string} folder @param {Record<string, string>} frozen @param {Record<string, string>} present */
function problemsOf(folder, frozen, present) {
  const newest = Object.keys(frozen).sort().at(-1) ?? '';
  const changed = Object.entries(frozen).flatMap(([file, hash]) => {
    if (!(file in present))
      return [`${folder}/${file} is frozen and missing: bring it back under this name.`];
    if (present[file] === hash) return [];
    return [
      `${folder}/${file} is frozen and was edited: undo the edit and add a migration that makes the change.`,
    ];
  });
  const late = Object.keys(present)
    .filter((file) => !(file in frozen) && file < newest)
    .map(
      (file) => `${folder}/${file} is new and comes before ${newest}, which is frozen: give it a later name.`,
    );
  return [...changed, ...late];
}
