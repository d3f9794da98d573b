import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { screening } from './application.ts';

const migrations = new URL('../../../supabase/migrations/', import.meta.url);

/** Wordings inserted into `question_sets`, in the order of the migrations. */
const wordings = readdirSync(migrations)
  .sort()
  .flatMap((name) => [
    ...readFileSync(new URL(name, migrations), 'utf8').matchAll(/insert into public\.question_sets[^;]*;/g),
  ])
  .flatMap(([statement]) => statement.match(/\{[^}]*\}/g) ?? [])
  .map((json) => JSON.parse(json) as Record<string, string>);

it('asks the questions in the wording that the database stores for their version', () => {
  expect(wordings[screening.version - 1]).toEqual(screening.questions);
});
