// Checks that migrations can be applied in the order of their names: none is dated in the future, none that is new is older
// than the newest of the parent commit, and none changes the text of a function that another file wrote.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { migrationProblems } from '../lib/migration-problems.mjs';
import { fromRoot, root } from '../lib/project.mjs';

const FOLDER = 'supabase/migrations';
/** Statements that read a function's text in order to change it. */
const PATCHES = /\b(pg_get_functiondef|prosrc)\b/i;

/** Returns the names of the parent commit's migrations. @returns {string[]} */
function formerFiles() {
  try {
    const args = ['ls-tree', '--name-only', 'HEAD^', `${FOLDER}/`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((path) => path.endsWith('.sql'))
      .map((path) => path.slice(FOLDER.length + 1));
  } catch {
    return [];
  }
}

const files = readdirSync(fromRoot(FOLDER)).filter((file) => file.endsWith('.sql'));
const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const problems = [
  ...migrationProblems(files, formerFiles(), now),
  ...files
    .filter((file) => PATCHES.test(readFileSync(fromRoot(FOLDER, file), 'utf8')))
    .map((file) => `${file} reads the text of a function: write the function whole`),
];
for (const problem of problems) console.log(`${FOLDER}/${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
