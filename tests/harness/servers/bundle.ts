import { join } from 'node:path';

const maker = join(import.meta.dirname, '../../../scripts/lib/server-bundle.mjs');
let bundle: Promise<string> | null = null;

/** The folder of the server's programs as `npm start` runs them, bundled anew when a source has changed since. */
export const bundledServer = (): Promise<string> => (bundle ??= make());

async function make(): Promise<string> {
  const scripts = (await import(maker)) as { bundledServer(): Promise<string> };
  return scripts.bundledServer();
}
