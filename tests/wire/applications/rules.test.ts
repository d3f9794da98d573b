import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { showsTwoCharacters } from '../../../supabase/functions/_shared/contract/visible.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';

type Example = string | { value: string; times: number; before?: string; after?: string; around?: string };
type Field = 'name' | 'email' | 'linkedin' | 'sectors';
interface Examples extends Record<Field, { accepted: Example[]; refused: Example[] }> {
  bounds: Record<Field, { min?: number; max: number }>;
}

const fields: Field[] = ['name', 'email', 'linkedin', 'sectors'];
const examples = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/application-examples.json'), 'utf8'),
) as Examples;

function written(example: Example): string {
  if (typeof example === 'string') return example;
  const { value, times, before = '', after = '', around } = example;
  const run = value.repeat(times);
  return around === undefined ? before + run + after : run + around + run;
}

let server: TestServer;
let page: ReturnType<typeof visitor>;
let patterns: Partial<Record<Field, RegExp>>;

beforeAll(async () => {
  server = await startServer();
  page = visitor(server);
  patterns = { email: await patternOf('email'), linkedin: await patternOf('linkedin') };
});
afterAll(() => server.stop());

/** The regular expression as the table holds it; the site's must be the same text. */
async function patternOf(field: Field): Promise<RegExp> {
  const [row] = await server.sql<{ definition: string }>(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [`applications_${field}_check`],
  );
  return new RegExp(/~ '(.*\$)'::text/.exec(row!.definition)![1]!.replaceAll("''", "'"));
}

/** The form's rule in JavaScript, as the table in the migration's head words it. */
function formAccepts(field: Field, value: string): boolean {
  const text = value.trim();
  const length = [...text].length;
  const { min = 0, max } = examples.bounds[field];
  if (length > max || (min === 2 && !showsTwoCharacters(text))) return false;
  if (field === 'email' && text.indexOf('@') > 64) return false;
  return patterns[field]?.test(text) ?? true;
}

/** Whether the wire takes the value; what it takes is forgotten again. */
async function wireAccepts(field: Field, value: string): Promise<boolean> {
  const { error, status } = await page.apply(sampleApplication({ [field]: value }));
  if (error === null) {
    await server.sql('delete from public.applications');
    return true;
  }
  expect([status, error.code, error.message]).toEqual([
    400,
    '23514',
    expect.stringContaining(`"applications_${field}_check"`),
  ]);
  return false;
}

// The database refuses what the form refuses: contract P5.8.
describe.each(fields)('the rule for %s', (field) => {
  test.each(examples[field].accepted.map(written))('takes %j', async (value) => {
    expect(formAccepts(field, value)).toBe(true);
    expect(await wireAccepts(field, value)).toBe(true);
  });

  test.each(examples[field].refused.map(written))('refuses %j', async (value) => {
    expect(formAccepts(field, value)).toBe(false);
    expect(await wireAccepts(field, value)).toBe(false);
  });
});

const unit = fc.constantFrom(
  ...[
    'a',
    'Z',
    '9',
    '.',
    '..',
    '-',
    '_',
    '@',
    '/',
    '?',
    '#',
    '%',
    '%41',
    '%C3',
    '%c3%a9',
    ' ',
    '\t',
    '\u00a0',
  ],
  ...[
    '\u200b',
    '\u3164',
    '\u2800',
    '\ufe0f',
    '\u{e0041}',
    '\u2003',
    '\ufeff',
    '\u0130',
    '\u0131',
    '\u017f',
    '\u212a',
    'é',
    '李',
    '😀',
    '👩🏽‍💻',
    "'",
    '"',
    '\\',
    '<',
  ],
  ...[
    'linkedin',
    'LinkedIn',
    '.com',
    '/in/',
    'https://',
    'http://',
    'www.',
    'de.',
    'javascript:',
    'example.org',
    '+',
  ],
);
const soup = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
const almost: Record<Field, fc.Arbitrary<string>> = {
  name: fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 5 }), edge('name')),
  sectors: fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 5 }), edge('sectors')),
  email: fc.oneof(
    soup,
    fc.emailAddress(),
    fc.tuple(soup, soup).map(([left, right]) => `${left}@${right}.org`),
  ),
  linkedin: fc.oneof(
    soup,
    soup.map((rest) => `https://www.linkedin.com/in/${rest}`),
    fc.tuple(unit, unit, unit).map(([a, b, c]) => `https://${a}linkedin.com${b}in/${c}sample`),
  ),
};

/** Lengths around the upper bound, in code points of one and of two units. */
function edge(field: Field): fc.Arbitrary<string> {
  const { max } = examples.bounds[field];
  return fc
    .tuple(fc.constantFrom('x', '😀', ' '), fc.integer({ min: max - 2, max: max + 2 }))
    .map(([unit, times]) => `x${unit.repeat(times - 2)}x`);
}

describe('form and table', () => {
  test.each(fields)('agree on %s for values nobody thought of', async (field) => {
    await fc.assert(
      fc.asyncProperty(almost[field], async (value) => {
        fc.pre(!value.includes('\0') && value.isWellFormed());
        expect([value, await wireAccepts(field, value)]).toEqual([value, formAccepts(field, value)]);
      }),
      { numRuns: 150 },
    );
  });
});
