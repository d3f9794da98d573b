import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotRun } from './cannot-run.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/**
 * Installs packages once, in exact versions and without their scripts, into a folder below `.cache`, because what is
 * compared with the product is not a part of it. Returns the folder.
 */
export async function npmFolder(name: string, packages: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(root, '.cache/peers', name);
  if (Object.entries(packages).every(([peer, version]) => installedVersion(folder, peer) === version))
    return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const wanted = Object.entries(packages).map(([peer, version]) => `${peer}@${version}`);
  const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  console.log(`  installing ${wanted.join(', ')} into .cache/peers/${name}`);
  try {
    await run('npm', ['install', ...flags, ...wanted], { cwd: folder, timeout: 300_000 });
  } catch (error) {
    const lines = ((error as { stderr?: string }).stderr || (error as Error).message).trim().split('\n');
    // Without npm's stack trace.
    const said = lines.filter((line) => !/^npm error {2,}|[{}]$/.test(line)).join('\n');
    throw new CannotRun(
      `npm could not install ${wanted.join(', ')}: ${said}\n` +
        `Run this once where npm reaches a registry, or copy .cache/peers/${name} from such a machine.`,
    );
  }
  return folder;
}

function installedVersion(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null;
}
