import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { buildOnce, hashOf, isCurrent } from './build-once.mjs';
import { bin, fromRoot, root } from './project.mjs';
import { run } from './run.mjs';

const NOT_SOURCES = /(^|\/)(dist(\.new|\.old|\.json)?|node_modules|\.astro)(\/|$)/;

/** @param {string} folder @returns {string[]} every file below it, sorted */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : ''))
    .filter((file) => file !== '' && !NOT_SOURCES.test(file.slice(folder.length)))
    .sort();

const sources = () => [
  ...filesBelow(fromRoot('site')),
  ...filesBelow(fromRoot('supabase', 'functions', '_shared', 'contract')),
];

/** The sources of the headers that static hosts send (host-files.ts). */
const headers = () => [
  ...filesBelow(fromRoot('server', 'src', 'gateway', 'site')),
  fromRoot('server', 'src', 'gateway', 'security-headers.ts'),
  fromRoot('lab', 'src', 'intake', 'applicant-page.ts'),
  fromRoot('scripts', 'lib', 'host-files.ts'),
];

/** Names a build in its pages: the commit for people, if one is known, and a hash of the sources, which `doctor` compares. */
const mark = () => [commit(), hashOf('', sources()).slice(0, 12)].filter(Boolean).join(' ');

/** Returns the commit of the sources, which an image names in SOLOSTEAD_COMMIT, or ''. */
function commit() {
  const { SOLOSTEAD_COMMIT: named } = process.env;
  const args = ['-C', root, 'rev-parse', 'HEAD'];
  return (named || spawnSync('git', args, { encoding: 'utf8' }).stdout || '').trim().slice(0, 12);
}

/** @param {string} dist @param {Record<string, string>} variables @returns {import('./build-once.mjs').Build} */
const siteIn = (dist, variables) => ({
  folder: dist,
  // Not in the folder, which a host may serve.
  stamp: join(dirname(dist), `${basename(dist)}.json`),
  seed: JSON.stringify(variables),
  files: () => [...sources(), ...headers(), fromRoot('package-lock.json')],
  make: (fresh) => make(fresh, variables),
});

/** True if the build in `dist` was made of the present sources. @param {string} dist @param {Record<string, string>} variables */
export const isBuilt = (dist, variables) => isCurrent(siteIn(dist, variables));

/**
 * Builds the site when its sources, its libraries or its variables have changed since the last build.
 * @param {Readonly<Record<string, string | undefined>>} environment its SITE_DIST (default site/dist) and variables count
 * @returns {Promise<number>} the build's exit code, 0 if there was nothing to do
 */
export function buildSite(environment) {
  const dist = resolve(root, environment.SITE_DIST || 'site/dist');
  const variables = {
    PUBLIC_SUPABASE_URL: environment.PUBLIC_SUPABASE_URL || '',
    PUBLIC_SUPABASE_KEY: environment.PUBLIC_SUPABASE_KEY || '',
    SITE_URL: environment.SITE_URL || '',
  };
  return buildOnce(siteIn(dist, variables));
}

/** @param {string} fresh @param {Record<string, string>} variables @returns {Promise<number>} */
async function make(fresh, variables) {
  console.log('Building the site …');
  const env = {
    ...process.env,
    ...variables,
    PUBLIC_BUILD: mark(),
    // With a test runner's NODE_ENV the build would contain React's development code.
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    SITE_DIST: fresh,
  };
  const astro = [bin('astro'), 'build', '--root', fromRoot('site'), '--outDir', fresh, '--silent'];
  const code = await run(bin('node'), astro, { env });
  if (code !== 0) {
    console.error('The site did not build. Fix the error above, then run the command again.');
    return code;
  }
  return run(bin('node'), ['--conditions=source', fromRoot('scripts', 'host-files.ts'), fresh], { env });
}
