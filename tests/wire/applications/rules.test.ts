import fc from 'fast-check';
import { applicationKeys } from '@solostead/contract/application';
import { isFieldValid, textFields, type TextField } from '@solostead/contract/text-fields';
import { trimmed } from '@solostead/contract/visible';
import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { examples } from '../../fixtures/application-examples.ts';
import { completions } from '../../fixtures/profile-examples.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base.extend('refusals', ({ server }) => openTrial(server));

// The database refuses what the form refuses: contract P5.8. Unit tests check the form's rule against the same examples.
describe.each(textFields)('the rule for %s', (field) => {
  const { accepted, refused } = examples[field];

  test('accepts and refuses the examples', async ({ refusals }) => {
    expect(await refusals(field, [...accepted, ...refused])).toEqual([
      ...accepted.map((value) => [value, null]),
      ...refused.map((value) => [value, `applications_${field}_check`]),
    ]);
  });

  test('is the form’s for random values', async ({ refusals }) => {
    await fc.assert(
      fc.asyncProperty(almost[field], async (value) => {
        fc.pre(!value.includes('\0') && value.isWellFormed());
        const isAccepted = isFieldValid(field, trimmed(value));
        expect(await refusals(field, [value])).toEqual([
          [value, isAccepted ? null : `applications_${field}_check`],
        ]);
      }),
      { numRuns: 50 },
    );
  });
});

test('accepts what the form completes a profile to', async ({ refusals }) => {
  const profiles = completions.map(([, profile]) => profile);
  expect(await refusals('linkedin', profiles)).toEqual(profiles.map((profile) => [profile, null]));
});

const unit = fc.constantFrom(
  ...'a|Z|9|.|..|-|_|@|/|?|#|%|%41|%C3|%c3%a9| |\t|+'.split('|'),
  ...'\u00a0|\u00ad|\u0085|\u202a|\u2069|\u200b|\u3164|\u2800|\ufe0f|\u{e0041}|\u2003|\ufeff'.split('|'),
  ...`\u0130|\u0131|\u017f|\u212a|é|李|😀|👩🏽‍💻|'|"|\\|<`.split('|'),
  ...'linkedin|LinkedIn|.com|/in/|me|https://|http://|www.|de.|javascript:|example.org'.split('|'),
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

const columns = applicationKeys.join(', ');
/** Inserts an application without keeping it and returns the constraint that refuses it, or null. */
const REFUSED_BY = `
  create function pg_temp.refused_by(application jsonb) returns text language plpgsql as $$
  declare
    refused text;
  begin
    insert into public.applications (${columns})
    select ${columns} from jsonb_populate_record(null::public.applications, application);
    delete from public.applications;
    return null;
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    return refused;
  end $$`;

/** Returns a function that pairs each value of a field with the constraint that refuses it, or null. */
async function openTrial(server: TestServer) {
  const client = await holdRows(server, REFUSED_BY);
  return async (field: TextField, values: readonly string[]) => {
    const rows = values.map((value) => sampleApplication({ [field]: value }));
    const found = await client.query<{ refused: string | null }>(
      'select pg_temp.refused_by(value) as refused from jsonb_array_elements($1)',
      [JSON.stringify(rows)],
    );
    return found.rows.map(({ refused }, place) => [values[place], refused]);
  };
}
