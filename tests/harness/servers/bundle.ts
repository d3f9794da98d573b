import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const maker = join(root, 'scripts/lib/server-bundle.mjs');
let bundle: Promise<string> | null = null;

/** The folder of the server's programs as `npm start` runs them, bundled anew when a source has changed since. */
export const bundledServer = (): Promise<string> => (bundle ??= make());

/** For a program that is run from its sources: what is compiled of them is kept for the next. */
export const sourcesCompiled = { NODE_COMPILE_CACHE: join(root, '.cache/compiled-tests') };

async function make(): Promise<string> {
  const scripts = (await import(maker)) as { bundledServer(): Promise<string> };
  return scripts.bundledServer();
}
