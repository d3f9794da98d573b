import { makeApplication } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';
import { badRequest } from '../../harness/refusals.ts';

test.beforeAll(({ server }) => makeApplication(server, 'of-today'));

test.for(['infinity', '-infinity', '10000-01-01', '5874897-12-31', '4713-01-01 BC'])(
  'the day %s is refused as an end of a filter or of the numbers, and as the day of opening again',
  async (day, { owner }) => {
    const { version } = await owner.call<{ version: number }>('review_intake');
    for (const [name, parameters] of [
      ['review_list', { filter: { from: day } }],
      ['review_count', { filter: { to: day } }],
      ['review_export', { filter: { from: day } }],
      ['review_access_log', { filter: { to: day } }],
      ['review_numbers', { from_day: day, to_day: day }],
      ['review_intake_save', { seen_version: version, closed: true, opens_on: day }],
    ] as const)
      expect(await owner.refusal(name, parameters)).toMatchObject(
        badRequest('A day lies between the years 1 and 9999.'),
      );
  },
);

test.for([
  ['2026-11-02', '2026-11-01'],
  [null, '2026-11-01'],
  ['2026-11-01', null],
  [null, null],
  ['0001-01-01', '9999-12-31'],
])('numbers from %s to %s are refused', async ([from_day, to_day], { owner }) => {
  expect(await owner.refusal('review_numbers', { from_day, to_day })).toMatchObject(
    badRequest('The days run from the earlier to the later, at most two years.'),
  );
});

test('the first and the last day have numbers, and a filter between them finds all, the reverse nothing', async ({
  owner,
}) => {
  const [first, last] = ['0001-01-01', '9999-12-31'];
  for (const day of [first, last])
    expect(await owner.call('review_numbers', { from_day: day, to_day: day })).toMatchObject({
      total: 0,
      per_day: [{ day, applications: 0, confirmed: 0 }],
    });
  expect(await owner.call('review_count', { filter: { from: first, to: last } })).toMatchObject({ total: 1 });
  expect(await owner.call('review_count', { filter: { from: last, to: first } })).toMatchObject({ total: 0 });
});
