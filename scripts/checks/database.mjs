// Checks that docs/database.md describes the migrations and docs/review-functions.md lists the codes of refusals, and writes both
// with --write.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { functions } from '../../tests/wire/permissions/expectations.ts';
import { databasePage } from '../lib/database-page.mjs';
import { fromRoot } from '../lib/project.mjs';
import { withRefusals } from '../lib/refusals.mjs';

const folder = fromRoot('supabase', 'migrations');

const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
/** @param {string} name @param {(page: string) => string} written */
function keepCurrent(name, written) {
  const page = readFileSync(fromRoot('docs', name), 'utf8');
  const current = written(page);
  if (process.argv.includes('--write')) {
    writeFileSync(fromRoot('docs', name), current);
  } else if (page !== current) {
    console.log(`docs/${name} is not current: npm run fix`);
    process.exitCode = 1;
  }
}

keepCurrent('database.md', () => databasePage(migrations, functions));
keepCurrent('review-functions.md', withRefusals);
