import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fromRoot, root } from './project.mjs';

/** Returns the tracked and new files that match, relative to the root. @param {readonly string[]} patterns of Git @returns {string[]} */
export function listFiles(...patterns) {
  const args = ['ls-files', '-co', '-z', '--exclude-standard', ...patterns];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  return files.filter((file) => file !== '' && existsSync(fromRoot(file)));
}
