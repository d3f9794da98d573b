import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './fingerprint.mjs';
import { bin, fromRoot, root } from './project.mjs';
import { requireWritable } from './require-writable.mjs';
import { run } from './run.mjs';

/** The folder of the bundles. Each is named by the hash of its sources. */
const bundles = fromRoot('.cache', 'server');

/** The sources of a bundle: the server, the lab, and the function modules that the lab imports. */
const sources = ['server/src', 'lab/src', 'supabase/functions/_shared'];

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

/** The path of the bundle of the current sources, whether or not it exists. */
function placeOfBundle() {
  const files = [...makers.map((file) => fromRoot(file)), ...sources.flatMap(modulesBelow)];
  // A bundle contains paths of the sources.
  return join(bundles, fingerprintOf('server', root, files).slice(0, 16));
}

/** Returns the path of the current sources' bundle, or null before a start has built it. */
export function presentBundle() {
  const bundle = placeOfBundle();
  return existsSync(bundle) ? bundle : null;
}

/**
 * Returns the folder with the server's programs, each bundled with its packages into plain JavaScript, because reading a
 * thousand modules takes longer than the rest of a start. A changed source makes a new folder.
 * @returns {Promise<string>} an absolute path, which contains `serve-lab.mjs`, `main.mjs` and `cli.mjs`
 * @throws {import('../../server/src/user-error.ts').UserError} when it cannot be built. The bundler has printed the reason
 */
export async function bundledServer() {
  const bundle = placeOfBundle();
  if (existsSync(bundle)) {
    keep(bundle);
    return bundle;
  }
  await requireWritable();
  // A separate process, because the server would otherwise keep the bundler's memory.
  const code = await run(bin('node'), [fromRoot('scripts', 'lib', 'bundle-server.mjs'), bundle], {
    stdio: ['ignore', 2, 'inherit'],
  });
  if (code !== 0) {
    const { UserError } = await import('../../server/src/user-error.ts');
    throw new UserError('The server could not be bundled: mend what stands above, then start again.');
  }
  return bundle;
}
