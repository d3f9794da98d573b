// Builds the site into SITE_DIST when its sources, its libraries or its two variables have changed since the last build.
import './lib/supported-node.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { takeLock } from './lib/lock.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm run build: builds the site, for what .env or the environment says

  --force   build even when nothing has changed

  SITE_DIST             where the build goes (default site/dist)
  PUBLIC_SUPABASE_URL   the backend's address (default: the site's own origin)
  PUBLIC_SUPABASE_KEY   its publishable key (default: SUPABASE_PUBLISHABLE_KEY, else the embedded backend's)`;

const notSources = new Set(['dist', 'dist.new', 'node_modules', '.astro', 'dist.json']);

/** @param {string} folder @returns {string[]} every file below it, sorted */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort();
}

/** @param {Record<string, string>} variables */
function fingerprint(variables) {
  const hash = createHash('sha256').update(JSON.stringify(variables));
  const contract = filesBelow(fromRoot('supabase', 'functions', '_shared', 'contract'));
  for (const file of [...filesBelow(fromRoot('site')), ...contract, fromRoot('package-lock.json')]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The embedded backend's key, made by the first start; null before it. */
function embeddedKey() {
  const file = resolve(root, process.env.DATA_DIR || '.data', 'keys.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).publishable : null;
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  await installWhatIsMissing();
  // Beneath the environment, as the server reads it.
  if (existsSync(fromRoot('.env'))) process.loadEnvFile(fromRoot('.env'));
  const dist = resolve(root, process.env.SITE_DIST || 'site/dist');
  const key = process.env.PUBLIC_SUPABASE_KEY || process.env.SUPABASE_PUBLISHABLE_KEY || embeddedKey();
  if (!key) {
    console.error("The site needs the backend's key: run npm start once, or set PUBLIC_SUPABASE_KEY.");
    process.exit(1);
  }
  const variables = {
    PUBLIC_SUPABASE_URL: process.env.PUBLIC_SUPABASE_URL || '',
    PUBLIC_SUPABASE_KEY: key,
    SITE_URL: process.env.SITE_URL || '',
  };
  // Not beside the build: what lies in site/ is a source.
  const release = await takeLock(fromRoot('.cache', `${basename(dist)}.lock`));
  try {
    await buildWhenStale(dist, variables);
  } finally {
    release();
  }
}

/** @param {string} dist @param {Record<string, string>} variables */
async function buildWhenStale(dist, variables) {
  const stamp = join(dirname(dist), `${basename(dist)}.json`);
  const print = fingerprint(variables);
  const built =
    existsSync(stamp) && existsSync(dist) ? JSON.parse(readFileSync(stamp, 'utf8')).fingerprint : null;
  if (built === print && !process.argv.includes('--force')) return;
  console.log('Building the site …');
  // Built beside and moved into place, so that a failed build leaves the last good one.
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const code = await run(
    bin('node'),
    [bin('astro'), 'build', '--root', fromRoot('site'), '--outDir', fresh, '--silent'],
    {
      env: {
        ...process.env,
        ...variables,
        // Whatever the caller's is: under a test runner's, React's code for development would be built in.
        NODE_ENV: 'production',
        ASTRO_TELEMETRY_DISABLED: '1',
        SITE_DIST: fresh,
      },
    },
  );
  if (code !== 0) {
    console.error('The site did not build; what failed stands above.');
    process.exitCode = code;
    return;
  }
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
  writeFileSync(stamp, `${JSON.stringify({ fingerprint: print }, null, 2)}\n`);
}

await main();
