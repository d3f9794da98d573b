import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testKeys } from '@solostead/server-testkit/servers/keys';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The folder of the site built for the test keys. */
export const testSiteDir = join(root, '.cache/test-site/dist');

let testSite: Promise<void> | null = null;

/** Builds the site with the keys of servers under test if its sources have changed, once per worker. */
export const buildTestSite = (): Promise<void> => (testSite ??= build(testSiteDir, '', ''));

/** The public address of a site that is built with one. */
export const PUBLIC_ADDRESS = 'https://solostead.example';

/** Builds the site for a backend at another origin, as for Supabase, and a public address. Returns its folder. */
export async function buildSiteFor(backendUrl: string): Promise<string> {
  const directory = join(root, '.cache/other-origin-site/dist');
  await build(directory, backendUrl, PUBLIC_ADDRESS);
  return directory;
}

async function build(directory: string, backendUrl: string, siteUrl: string): Promise<void> {
  const env = {
    ...process.env,
    SITE_DIST: directory,
    PUBLIC_SUPABASE_KEY: testKeys.publishable,
    PUBLIC_SUPABASE_URL: backendUrl,
    SITE_URL: siteUrl,
  };
  await run(join(root, 'node_modules/.bin/node'), [join(root, 'scripts/build.mjs')], { env });
}
