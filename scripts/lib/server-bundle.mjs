import { closeSync, fsyncSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { userError } from '../../server/start.mjs';
import { fingerprintOf } from './fingerprint.mjs';
import { takeLock } from './lock.mjs';
import { bin, fromRoot, root } from './project.mjs';
import { readJson } from './read-json.mjs';
import { replaceFolder } from './replace-folder.mjs';
import { requireWritable } from './require-writable.mjs';
import { run } from './run.mjs';

/** The file of a bundle that is written last. */
const STAMP = 'fingerprint.json';

/**
 * Programs that are bundled together. All paths are relative to the repository.
 * @typedef {{
 *   folder: string, // of the bundle
 *   sources: readonly string[], // folders
 *   entries: Readonly<Record<string, string>>, // the file of each program
 * }} Programs
 */

/** The server with the lab, which imports modules of functions. @type {Programs} */
const product = {
  folder: '.cache/server',
  sources: ['server/src', 'lab/src', 'supabase/functions/_shared'],
  entries: { 'serve-lab': 'lab/src/serve-lab.ts', main: 'lab/src/main.ts', cli: 'lab/src/cli.ts' },
};

/** The tools that build it. */
const makers = ['package-lock.json', 'scripts/lib/server-bundle.mjs', 'scripts/lib/rolldown.config.mjs'];

/** @param {string} folder @returns {string[]} the modules below it, sorted */
const modulesBelow = (folder) =>
  readdirSync(fromRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.m?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** A hash of what a bundle is made of and of the root, because it contains paths. @param {Programs} programs */
function printOf({ folder, sources }) {
  const files = [...makers.map((file) => fromRoot(file)), ...sources.flatMap(modulesBelow)];
  return fingerprintOf(basename(folder), root, files);
}

/** Returns true if the bundle, which names its sources, is that of the current sources. @param {Programs} programs */
const isCurrent = (programs) => readJson(fromRoot(programs.folder, STAMP)) === printOf(programs);

/** Returns the path of the current sources' bundle, or null before a start has built it. */
export const presentBundle = () => (isCurrent(product) ? fromRoot(product.folder) : null);

/**
 * Returns the folder with the server's programs, each bundled with its packages into plain JavaScript, because reading a
 * thousand modules takes longer than the rest of a start. It is built again after a change of a source. Starts at the same
 * time share a build.
 * @param {Programs} programs
 * @returns {Promise<string>} an absolute path, which contains `main.mjs` and `cli.mjs`, and the product's `serve-lab.mjs`
 * @throws {Error} a sentence, when it cannot be built. The bundler has printed the reason
 */
export async function bundledServer(programs = product) {
  const bundle = fromRoot(programs.folder);
  if (isCurrent(programs)) return bundle;
  await requireWritable();
  const release = await takeLock(`${bundle}.lock`);
  try {
    if (!isCurrent(programs)) await build(bundle, programs);
  } finally {
    release();
  }
  return bundle;
}

/** @param {string} bundle @param {Programs} programs */
async function build(bundle, programs) {
  const fresh = `${bundle}.new`;
  rmSync(fresh, { recursive: true, force: true });
  // Changes during the build are built the next time.
  const print = printOf(programs);
  const bundler = fromRoot('scripts', 'lib', 'bundle-server.mjs');
  const code = await run(bin('node'), [bundler, fresh, JSON.stringify(programs.entries)], {
    stdio: ['ignore', 2, 'inherit'],
  });
  if (code !== 0)
    throw await userError('The server could not be bundled. Fix the error above, then start again.');
  writeFileSync(join(fresh, STAMP), JSON.stringify(print));
  // Flushed before the folder gets its name, so that a power loss leaves no bundle with empty files.
  for (const name of readdirSync(fresh)) {
    const file = openSync(join(fresh, name), 'r');
    fsyncSync(file);
    closeSync(file);
  }
  replaceFolder(bundle, fresh);
}
