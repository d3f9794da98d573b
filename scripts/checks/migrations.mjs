// Checks that migrations have names with an order and separate numbers, that each file names only objects of the
// same or earlier files, creates none a second time and assembles none from text, that they refuse callers with the codes of the
// contract, and that no frozen file changed. With --freeze it then freezes all files.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  BASELINE,
  baselineProblems,
  frozenFiles,
  presentFiles,
  repeatedNumbers,
  sqlFiles,
} from '../lib/baseline.mjs';
import { graphProblems, presentMigrations } from '../lib/migration-graph.mjs';
import { fromRoot } from '../lib/project.mjs';
import { refusalProblems } from '../lib/refusals.mjs';

const FOLDER = 'supabase/migrations';

const files = sqlFiles(FOLDER);
const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const texts = files.map((name) => ({ name, text: readFileSync(fromRoot(FOLDER, name), 'utf8') }));
const [frozen, present] = [frozenFiles(), presentFiles()];
const problems = [
  ...(frozen ? baselineProblems(frozen, present) : []),
  ...repeatedNumbers(present),
  ...[
    ...files
      .filter((file) => !/^\d{14}_\w+\.sql$/.test(file) || file > now)
      .map((file) => `${file} is not named by its time and subject: ${now}_subject.sql`),
    // Until the files are frozen, a new subject gets a file among those of its floor.
    ...graphProblems(texts, { isFrozen: frozen !== null }),
    ...refusalProblems(presentMigrations(texts)),
  ].map((problem) => `${FOLDER}/${problem}`),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
if (process.argv.includes('--freeze') && problems.length === 0) {
  writeFileSync(fromRoot(BASELINE), `${JSON.stringify(present, null, 2)}\n`);
  const count = Object.values(present).reduce((sum, hashes) => sum + Object.keys(hashes).length, 0);
  console.log(`${BASELINE} freezes ${count} files.`);
}
