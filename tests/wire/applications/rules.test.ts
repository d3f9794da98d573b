import fc from 'fast-check';
import {
  isFieldValid,
  textFields,
  type TextField,
} from '../../../supabase/functions/_shared/contract/text-fields.ts';
import { examples } from '../../fixtures/application-examples.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, test, type TestServer, type Visitor } from '../../harness/fixtures.ts';

// The database refuses what the form refuses: contract P5.8. Unit tests check the form's rule against the same examples.
describe.each(textFields)('the rule for %s', (field) => {
  test.for([
    ...examples[field].accepted.map((value) => ['accepts', value] as const),
    ...examples[field].refused.map((value) => ['refuses', value] as const),
  ])('%s %j', async ([verdict, value], { server, page }) => {
    expect(await wireAccepts(server, page, field, value)).toBe(verdict === 'accepts');
  });

  test('is the form’s for random values', async ({ server, page }) => {
    await fc.assert(
      fc.asyncProperty(almost[field], async (value) => {
        fc.pre(!value.includes('\0') && value.isWellFormed());
        expect([value, await wireAccepts(server, page, field, value)]).toEqual([
          value,
          isFieldValid(field, value.trim()),
        ]);
      }),
      { numRuns: 50 },
    );
  });
});

const unit = fc.constantFrom(
  ...'a|Z|9|.|..|-|_|@|/|?|#|%|%41|%C3|%c3%a9| |\t|+'.split('|'),
  ...'\u00a0|\u200b|\u3164|\u2800|\ufe0f|\u{e0041}|\u2003|\ufeff'.split('|'),
  ...`\u0130|\u0131|\u017f|\u212a|é|李|😀|👩🏽‍💻|'|"|\\|<`.split('|'),
  ...'linkedin|LinkedIn|.com|/in/|https://|http://|www.|de.|javascript:|example.org'.split('|'),
);
const soup = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
const text = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 5 }));
const almost: Record<TextField, fc.Arbitrary<string>> = {
  name: text,
  sectors: text,
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

/** Returns true if the API accepts the value, and deletes it again. */
async function wireAccepts(server: TestServer, page: Visitor, field: TextField, value: string) {
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
