import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applicationCopy, screening } from './application.ts';
import type { JoinFormText } from './schema/join-form.ts';

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

it('has the sentences for refused fields (contract P5.2, P5.3, P5.4, P5.5, P5.6, P5.7)', () => {
  expect(applicationCopy({ text: {} as JoinFormText, onboarding: '' }).messages).toEqual({
    name: 'Please enter your full name',
    email: 'Please enter a valid email address',
    linkedinMissing: 'LinkedIn profile is required',
    linkedin: 'Please enter a valid LinkedIn profile URL',
    sectors: 'Please tell us the sector(s) you want to build in',
    question: 'Please check this screening question',
  });
});
