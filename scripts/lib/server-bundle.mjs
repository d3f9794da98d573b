import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { userError } from '../../server/start.mjs';
import { buildOnce, isCurrent } from './build-once.mjs';
import { bin, fromRoot, root } from './project.mjs';
import { run } from './run.mjs';

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

/** @param {Programs} programs @returns {import('./build-once.mjs').Build} */
const bundleOf = ({ folder, sources, entries }) => ({
  folder: fromRoot(folder),
  stamp: fromRoot(folder, 'fingerprint.json'),
  // A bundle contains paths below the root.
  seed: root,
  files: () => [...makers.map((file) => fromRoot(file)), ...sources.flatMap(modulesBelow)],
  make: async (fresh) => {
    const bundler = fromRoot('scripts', 'lib', 'bundle-server.mjs');
    const args = [bundler, fresh, JSON.stringify(entries)];
    const code = await run(bin('node'), args, { stdio: ['ignore', 2, 'inherit'] });
    // Flushed before the folder gets its name, so that a power loss leaves no bundle with empty files.
    for (const name of code === 0 ? readdirSync(fresh) : []) {
      const file = openSync(join(fresh, name), 'r');
      fsyncSync(file);
      closeSync(file);
    }
    return code;
  },
});

/** Returns the path of the current sources' bundle, or null before a start has built it. */
export const presentBundle = () => (isCurrent(bundleOf(product)) ? fromRoot(product.folder) : null);

/**
 * Returns the folder with the server's programs, each bundled with its packages into plain JavaScript, because reading a
 * thousand modules takes longer than the rest of a start.
 * @param {Programs} programs
 * @returns {Promise<string>} an absolute path, which contains `main.mjs` and `cli.mjs`, and the product's `serve-lab.mjs`
 * @throws {Error} a sentence, when it cannot be built. The bundler has printed the reason
 */
export async function bundledServer(programs = product) {
  if ((await buildOnce(bundleOf(programs))) !== 0)
    throw await userError('The server could not be bundled. Fix the error above, then start again.');
  return fromRoot(programs.folder);
}
