import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applicationRules, BOUNDS } from './rules.ts';

const messages = {
  name: 'name',
  email: 'email',
  linkedinMissing: 'linkedin missing',
  linkedin: 'linkedin',
  sectors: 'sectors',
  question: 'question',
};

const valid = {
  name: 'Sample Builder',
  email: 'sample@example.org',
  linkedin: 'https://www.linkedin.com/in/sample',
  sectors: 'Logistics',
  q1: true,
  q2: true,
  q3: true,
  q4: true,
  q5: true,
  q6: true,
  q7: true,
};

type Example = string | { value: string; times: number; before?: string; around?: string; after?: string };
interface Examples {
  accepted: Example[];
  refused: Example[];
}
type Field = 'name' | 'email' | 'linkedin' | 'sectors';

/** The values that the table's CHECKs are held to as well (supabase/migrations, tests/wire). */
const shared = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/application-examples.json', import.meta.url), 'utf8'),
) as Record<Field, Examples> & { bounds: Record<Field, { min?: number; max: number }> };

function spell(example: Example): string {
  if (typeof example === 'string') return example;
  const repeated = example.value.repeat(example.times);
  const middle = example.around === undefined ? repeated : repeated + example.around + repeated;
  return (example.before ?? '') + middle + (example.after ?? '');
}

const short = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);

const judge = (change: object) => applicationRules(messages).safeParse({ ...valid, ...change });

const firstMessage = (change: object) => judge(change).error?.issues[0]?.message;

describe.each(['name', 'email', 'linkedin', 'sectors'] as const)(
  'the form judges %s as the table does',
  (field) => {
    it.each(shared[field].accepted.map(spell).map((value) => [short(value), value]))(
      'accepts %s',
      (_, value) => {
        expect(judge({ [field]: value }).success).toBe(true);
      },
    );

    it.each(shared[field].refused.map(spell).map((value) => [short(value), value]))(
      'refuses %s',
      (_, value) => {
        expect(judge({ [field]: value }).success).toBe(false);
      },
    );

    it('counts to the same bounds', () => {
      const { min, max } = shared.bounds[field];
      expect(BOUNDS[field]).toMatchObject(min === undefined ? { most: max } : { least: min, most: max });
    });
  },
);

it.each(['Al\0ice', 'Al\ud800'])('refuses what PostgreSQL cannot store: %j', (value) => {
  expect(judge({ name: value }).success).toBe(false);
  expect(judge({ sectors: value }).success).toBe(false);
});

describe('what a refused field says', () => {
  it.each([
    ['name', { name: 'A' }],
    ['email', { email: 'sample' }],
    ['linkedin missing', { linkedin: '  ' }],
    ['linkedin', { linkedin: 'https://example.org/in/sample' }],
    ['sectors', { sectors: '' }],
    ['question', { q4: false }],
  ])('%s', (message, change) => {
    expect(firstMessage(change)).toBe(message);
  });
});

it('hands on exactly the eleven keys, trimmed', () => {
  const { data } = judge({ name: '  Sample Builder ', extra: 'x' });
  expect(data).toEqual(valid);
});
