import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { userError } from '../../server/start.mjs';
import { fingerprintOf } from './fingerprint.mjs';
import { takeLock } from './lock.mjs';
import { bin, fromRoot, root } from './project.mjs';
import { requireWritable } from './require-writable.mjs';
import { run } from './run.mjs';

/**
 * Programs that are bundled together. All paths are relative to the repository.
 * @typedef {{
 *   folder: string, // of the bundles, each of which is named by the hash of its sources
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
const makers = ['package-lock.json', 'scripts/lib/server-bundle.mjs', 'scripts/lib/bundle-server.mjs'];

/** @param {string} folder @returns {string[]} the modules below it, sorted */
const modulesBelow = (folder) =>
  readdirSync(fromRoot(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.m?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Counts as one of the last by its use, not by when it was made. @param {string} bundle */
function keep(bundle) {
  try {
    utimesSync(bundle, new Date(), new Date());
  } catch {
    // In another user's folder nothing is removed.
  }
}

/** The path of the bundle of the current sources, whether or not it exists. @param {Programs} programs */
function placeOfBundle({ folder, sources }) {
  const files = [...makers.map((file) => fromRoot(file)), ...sources.flatMap(modulesBelow)];
  // A bundle contains paths of the sources.
  return join(fromRoot(folder), fingerprintOf(basename(folder), root, files).slice(0, 16));
}

/** Returns the path of the current sources' bundle, or null before a start has built it. */
export function presentBundle() {
  const bundle = placeOfBundle(product);
  return existsSync(bundle) ? bundle : null;
}

/**
 * Returns the folder with the server's programs, each bundled with its packages into plain JavaScript, because reading a
 * thousand modules takes longer than the rest of a start. A changed source makes a new folder. Starts at the same time share a
 * build.
 * @param {Programs} programs
 * @returns {Promise<string>} an absolute path, which contains `main.mjs` and `cli.mjs`, and the product's `serve-lab.mjs`
 * @throws {Error} a sentence, when it cannot be built. The bundler has printed the reason
 */
export async function bundledServer(programs = product) {
  const bundle = placeOfBundle(programs);
  if (existsSync(bundle)) {
    keep(bundle);
    return bundle;
  }
  await requireWritable();
  const release = await takeLock(fromRoot('.cache', `${basename(programs.folder)}.lock`));
  try {
    if (!existsSync(bundle)) await build(bundle, programs);
  } finally {
    release();
  }
  return bundle;
}

/** @param {string} bundle @param {Programs} programs */
async function build(bundle, programs) {
  // A separate process, because the server would otherwise keep the bundler's memory.
  const bundler = fromRoot('scripts', 'lib', 'bundle-server.mjs');
  const code = await run(bin('node'), [bundler, bundle, JSON.stringify(programs.entries)], {
    stdio: ['ignore', 2, 'inherit'],
  });
  if (code === 0) return;
  throw await userError('The server could not be bundled. Fix the error above, then start again.');
}
