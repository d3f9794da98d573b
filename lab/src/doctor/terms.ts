import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Query } from '@solostead/server/database';

const promisedTerms = z.object({ answerDays: z.number(), months: z.record(z.string(), z.number()) });
/** The promises of the pages, with the names of site/src/content/terms.yaml. */
export type PromisedTerms = z.infer<typeof promisedTerms>;

/** A sentence with advice for each term in which the pages and the row lab_terms differ. */
export async function differingTerms(query: Query, promised: PromisedTerms): Promise<string[]> {
  const { rows } = await query<Record<string, number>>('select * from public.lab_terms');
  const row = rows[0]!;
  const pairs = [
    ['answerDays', 'answer_days', promised.answerDays] as const,
    ...Object.entries(promised.months).map(
      ([outcome, count]) => [`months.${outcome}`, `${outcome}_months`, count] as const,
    ),
  ];
  return pairs
    .filter(([, column, value]) => row[column] !== value)
    .map(
      ([field, column, value]) =>
        `site/src/content/terms.yaml says ${field} ${value}, the database's lab_terms.${column} is ${row[column]}: ` +
        'change one of them, the file with npm run build after it, or the row in the admin area under Settings, Terms.',
    );
}

/** The same of the site that is built in `siteDir`. An unbuilt site promises nothing. */
export async function differingBuiltTerms(query: Query, siteDir: string): Promise<string[]> {
  const text = await readFile(join(siteDir, 'terms.json'), 'utf8').catch(() => null);
  return text === null ? [] : differingTerms(query, promisedTerms.parse(JSON.parse(text)));
}
