import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { takeLock } from './lock.mjs';
import { fromRoot, root } from './project.mjs';
import { run } from './run.mjs';

const stamp = fromRoot('node_modules', '.installed');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(fromRoot('package-lock.json')))
    .digest('hex');
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();

/** Installs what package-lock.json names, once per change of it. Ends the process with npm's code when that fails. */
export async function installWhatIsMissing() {
  if (isInstalled()) return;
  const release = await takeLock(fromRoot('.cache', 'install.lock'));
  try {
    if (isInstalled()) return;
    // Standard output belongs to the command, which may be piped into a file.
    console.error('Installing packages (about a minute, once) …');
    const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['inherit', 2, 'inherit'],
    });
    if (code !== 0) {
      console.error(
        'npm ci failed; what it said stands above. Mend that (network, disk space) and run the command again.',
      );
      process.exit(code);
    }
    writeFileSync(stamp, lockHash());
  } finally {
    release();
  }
}
