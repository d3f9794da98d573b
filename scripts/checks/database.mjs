// Checks that docs/database.md describes the migrations, and writes it with --write.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { functions } from '../../tests/wire/permissions/expectations.ts';
import { databasePage } from '../lib/database-page.mjs';
import { fromRoot } from '../lib/project.mjs';

const PAGE = fromRoot('docs', 'database.md');
const folder = fromRoot('supabase', 'migrations');

const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
const page = databasePage(migrations, functions);
if (process.argv.includes('--write')) {
  writeFileSync(PAGE, page);
} else if (readFileSync(PAGE, 'utf8') !== page) {
  console.log('docs/database.md is not current: npm run fix');
  process.exitCode = 1;
}
