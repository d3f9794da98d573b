import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './lock.mjs';
import { fromRoot, root } from './project.mjs';
import { replaceFolder } from './replace-folder.mjs';
import { run } from './run.mjs';

/** Written last, so it marks a complete folder. */
const STAMP = '.installed';

/** Packages are installed here and swapped in, so that a running server never misses a file. */
const draft = fromRoot('.cache', 'install');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(fromRoot('package-lock.json')))
    .digest('hex');

/** The workspaces that a start does not need. Their packages include browsers. */
const forTests = ['server/testkit', 'tests', 'bench'];

/**
 * Returns false for an optional package that this machine may lack, because it is for another platform or C library, or has
 * no platform.
 * @param {{optional?: boolean, os?: string[], cpu?: string[], libc?: string[]}} wanted
 */
const isNeeded = ({ optional, os, cpu, libc }) =>
  !optional || (!libc && os?.includes(process.platform) && cpu?.includes(process.arch));

/** Returns true if npm has installed all packages of package-lock.json, as after a person's `npm ci`. */
function hasNpmInstalledAll() {
  const [wanted, present] = [
    fromRoot('package-lock.json'),
    fromRoot('node_modules', '.package-lock.json'),
  ].map((file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}));
  return Object.entries(wanted).every(
    ([folder, wants]) =>
      folder === '' || !isNeeded(wants) || (folder in present && present[folder].version === wants.version),
  );
}

/** @param {boolean} withTests */
const stampFor = (withTests) => (withTests ? lockHash() : `${lockHash()} without tests`);

/**
 * Returns true if the packages of package-lock.json are installed.
 * @param {boolean} withTests whether those of tests and benchmarks must be, too
 */
export function isInstalled(withTests) {
  const stamp = fromRoot('node_modules', STAMP);
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  return found === stampFor(true) || (!withTests && found === stampFor(false)) || hasNpmInstalledAll();
}

/**
 * Installs the packages of package-lock.json, once per change of it. If this fails, the process ends with npm's code.
 * @param {boolean} [withTests] whether packages of tests and benchmarks are needed
 */
export async function installWhatIsMissing(withTests = true) {
  if (isInstalled(withTests)) return;
  const release = await takeLock(fromRoot('.cache', 'install.lock'));
  try {
    if (isInstalled(withTests)) return;
    // Standard output belongs to the command, which may be piped into a file.
    console.error('Installing packages (about a minute, once) …');
    const workspaces = copyManifests(withTests);
    const code = await run('npm', ['ci'], {
      cwd: draft,
      stdio: ['inherit', 2, 'inherit'],
    });
    if (code !== 0) {
      console.error(
        'npm ci failed for the reason above. Fix it (network, disk space) and run the command again.',
      );
      process.exit(code);
    }
    writeFileSync(join(draft, 'node_modules', STAMP), stampFor(withTests));
    for (const folder of [...workspaces, '']) swapIn(folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    release();
  }
}

/** Copies all that npm reads into the draft. @param {boolean} withTests @returns {string[]} the workspaces */
function copyManifests(withTests) {
  rmSync(draft, { recursive: true, force: true });
  const { workspaces } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const manifests = workspaces
    .filter((/** @type {string} */ folder) => withTests || !forTests.includes(folder))
    .map((/** @type {string} */ folder) => join(folder, 'package.json'));
  // An image may lack the folders of tests and benchmarks.
  const files = ['package.json', 'package-lock.json', '.npmrc', ...manifests].filter((file) =>
    existsSync(join(root, file)),
  );
  for (const file of files) cpSync(join(root, file), join(draft, file));
  return workspaces;
}

/** Takes the draft's packages of one folder over. @param {string} folder of the project */
function swapIn(folder) {
  const present = fromRoot(folder, 'node_modules');
  const fresh = join(draft, folder, 'node_modules');
  if (existsSync(fresh)) replaceFolder(present, fresh);
  else rmSync(present, { recursive: true, force: true });
}
