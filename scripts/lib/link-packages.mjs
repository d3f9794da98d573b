import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './project.mjs';

/** The workspaces, whose links are relative and so lead into the copy. */
const OWN = '@solostead';

/** A starting test runner keeps its configuration there, and removes it. */
const TEMPORARY = '.vite-temp';

/** Gives a copy of the repository the installed packages, and its own workspaces. @param {string} copy */
export function linkPackages(copy) {
  const packages = join(copy, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(fromRoot('node_modules')).filter(
    (each) => each !== OWN && each !== TEMPORARY,
  ))
    symlinkSync(fromRoot('node_modules', name), join(packages, name));
  cpSync(fromRoot('node_modules', OWN), join(packages, OWN), { recursive: true, verbatimSymlinks: true });
  for (const folder of ['server', 'lab']) {
    const own = fromRoot(folder, 'node_modules');
    if (existsSync(own) && existsSync(join(copy, folder)))
      symlinkSync(own, join(copy, folder, 'node_modules'));
  }
}
