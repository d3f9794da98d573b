// Checks that migrations can be applied in the order of their names, and that each file names only objects of its own or of
// earlier files, creates none a second time and assembles none from text.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { graphProblems } from '../lib/migration-graph.mjs';
import { migrationProblems } from '../lib/migration-problems.mjs';
import { fromRoot, root } from '../lib/project.mjs';

const FOLDER = 'supabase/migrations';

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

const files = readdirSync(fromRoot(FOLDER))
  .filter((file) => file.endsWith('.sql'))
  .sort();
const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
/** Until the files are frozen, a new subject gets a file among those of its floor. */
const isFrozen = existsSync(fromRoot('supabase', 'baseline.json'));
const problems = [
  ...migrationProblems(files, isFrozen ? formerFiles() : [], now),
  ...graphProblems(
    files.map((name) => ({ name, text: readFileSync(fromRoot(FOLDER, name), 'utf8') })),
    { isFrozen },
  ),
];
for (const problem of problems) console.log(`${FOLDER}/${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
