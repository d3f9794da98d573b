import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from './cannot-run.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Installs packages once, in exact versions and without their scripts, into a folder below `.cache`, because what is
 * compared with the product is not a part of it. Returns the folder.
 */
export function npmFolder(name: string, packages: Readonly<Record<string, string>>): string {
  const folder = join(root, '.cache/peers', name);
  if (Object.entries(packages).every(([peer, version]) => installedVersion(folder, peer) === version))
    return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const wanted = Object.entries(packages).map(([peer, version]) => `${peer}@${version}`);
  const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  console.log(`  installing ${wanted.join(', ')} into .cache/peers/${name}`);
  const options = { cwd: folder, timeout: 300_000, stdio: 'inherit' } as const;
  if (spawnSync('npm', ['install', ...flags, ...wanted], options).status !== 0) {
    throw new CannotRun(
      `npm could not install ${wanted.join(', ')} for the reason above.\n` +
        `Run this once where npm reaches a registry, or copy .cache/peers/${name} from such a machine.`,
    );
  }
  return folder;
}

function installedVersion(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null;
}
