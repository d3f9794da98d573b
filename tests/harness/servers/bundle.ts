import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const maker = join(root, 'scripts/lib/server-bundle.mjs');
let bundle: Promise<string> | null = null;

/** Returns the folder of the server's programs as `npm start` runs them, bundled again after a source changed. */
export const bundledServer = (): Promise<string> => (bundle ??= make());

/** The compile cache of programs that run from their sources. */
export const sourcesCompiled = { NODE_COMPILE_CACHE: join(root, '.cache/compiled-tests') };

async function make(): Promise<string> {
  const scripts = (await import(maker)) as { bundledServer(): Promise<string> };
  return scripts.bundledServer();
}
