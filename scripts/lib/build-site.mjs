import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fingerprintOf } from './fingerprint.mjs';
import { takeLock } from './lock.mjs';
import { bin, fromRoot, root } from './project.mjs';
import { readJson } from './read-json.mjs';
import { replaceFolder } from './replace-folder.mjs';
import { requireWritable } from './require-writable.mjs';
import { run } from './run.mjs';

const notSources = new Set(['dist', 'dist.new', 'dist.old', 'node_modules', '.astro', 'dist.json']);

/** @param {string} folder @returns {string[]} every file below it, sorted */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort();
}

/** @param {string} dist @param {Record<string, string>} variables */
function fingerprint(dist, variables) {
  const contract = filesBelow(fromRoot('supabase', 'functions', '_shared', 'contract'));
  const headers = [
    ...filesBelow(fromRoot('server', 'src', 'gateway', 'site')),
    fromRoot('server', 'src', 'gateway', 'security-headers.ts'),
    fromRoot('lab', 'src', 'intake', 'applicant-page.ts'),
    fromRoot('scripts', 'lib', 'host-files.ts'),
  ];
  const files = [...filesBelow(fromRoot('site')), ...contract, ...headers, fromRoot('package-lock.json')];
  return fingerprintOf(basename(dirname(dist)), JSON.stringify(variables), files);
}

/**
 * Names a build in its pages: the commit for people, if one is known, and a hash of the sources, which `doctor` compares.
 * @param {string} dist
 */
function markOf(dist) {
  const contract = filesBelow(fromRoot('supabase', 'functions', '_shared', 'contract'));
  const sources = [...filesBelow(fromRoot('site')), ...contract];
  const hash = fingerprintOf(`${basename(dirname(dist))}.sources`, '', sources).slice(0, 12);
  return [commit(), hash].filter(Boolean).join(' ');
}

/** Returns the commit of the sources, which an image names in SOLOSTEAD_COMMIT, or ''. */
function commit() {
  const { SOLOSTEAD_COMMIT: given } = process.env;
  const args = ['-C', root, 'rev-parse', 'HEAD'];
  return (given || spawnSync('git', args, { encoding: 'utf8' }).stdout || '').trim().slice(0, 12);
}

/**
 * Builds the site when its sources, its libraries or its variables have changed since the last build.
 * @param {Readonly<Record<string, string | undefined>>} environment its SITE_DIST (default site/dist) and variables count
 * @param {boolean} [isForced] whether it builds even when nothing has changed
 * @returns {Promise<number>} the build's exit code, 0 if there was nothing to do
 */
export async function buildSite(environment, isForced = false) {
  const dist = resolve(root, environment.SITE_DIST || 'site/dist');
  const variables = {
    PUBLIC_SUPABASE_URL: environment.PUBLIC_SUPABASE_URL || '',
    PUBLIC_SUPABASE_KEY: environment.PUBLIC_SUPABASE_KEY || '',
    SITE_URL: environment.SITE_URL || '',
  };
  const isStale = () => isForced || !isBuilt(dist, variables);
  if (!isStale()) return 0;
  await requireWritable();
  // Not next to the build, because files in site/ are sources.
  const release = await takeLock(fromRoot('.cache', `${basename(dist)}.lock`));
  try {
    return isStale() ? await build(dist, variables) : 0;
  } finally {
    release();
  }
}

/** Where it is noted what a build was made of. @param {string} dist */
const stampOf = (dist) => join(dirname(dist), `${basename(dist)}.json`);

/** Whether the build in `dist` was made of what there is. @param {string} dist @param {Record<string, string>} variables */
export function isBuilt(dist, variables) {
  const stamp = readJson(stampOf(dist));
  return stamp !== null && existsSync(dist) && stamp.fingerprint === fingerprint(dist, variables);
}

/** @param {string} dist @param {Record<string, string>} variables @returns {Promise<number>} */
async function build(dist, variables) {
  // Changes during the build are built the next time.
  const print = fingerprint(dist, variables);
  console.log('Building the site …');
  // Built in another folder and moved into place, so that a failed build keeps the last good one.
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const code = await run(
    bin('node'),
    [bin('astro'), 'build', '--root', fromRoot('site'), '--outDir', fresh, '--silent'],
    {
      env: {
        ...process.env,
        ...variables,
        PUBLIC_BUILD: markOf(dist),
        // With a test runner's NODE_ENV the build would contain React's development code.
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
        SITE_DIST: fresh,
      },
    },
  );
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    console.error('The site did not build. Fix the error above, then run the command again.');
    return code;
  }
  const written = await run(
    bin('node'),
    ['--conditions=source', fromRoot('scripts', 'host-files.ts'), fresh],
    {
      env: { ...process.env, ...variables },
    },
  );
  if (written !== 0) return written;
  replaceFolder(dist, fresh);
  writeFileSync(stampOf(dist), `${JSON.stringify({ fingerprint: print }, null, 2)}\n`);
  return 0;
}
