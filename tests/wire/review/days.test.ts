import { makeApplication } from '../../harness/member.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { badRequest } from '../../harness/refusals.ts';

test.beforeAll(({ server }) => makeApplication(server, 'of-today'));

const endless = ['infinity', '-infinity', '10000-01-01', '5874897-12-31', '4713-01-01 BC'];

describe.each(endless)('the day %s', (day) => {
  test.for(['review_list', 'review_count', 'review_export', 'review_access_log'])(
    'is refused as an end of the filter of %s',
    async (name, { owner }) => {
      for (const filter of [{ from: day }, { to: day }])
        expect(await owner.refusal(name, { filter })).toMatchObject(outside);
    },
  );

  test('is refused as an end of the numbers, in a sentence', async ({ owner }) => {
    const today = '2026-11-01';
    expect(await owner.refusal('review_numbers', { from_day: day, to_day: day })).toMatchObject(outside);
    for (const [from_day, to_day] of [
      [day, today],
      [today, day],
    ])
      expect(await owner.refusal('review_numbers', { from_day, to_day })).toMatchObject(badRequest());
  });

  test('is refused as the day on which applications open again', async ({ owner }) => {
    const { version } = await owner.call<{ version: number }>('review_intake');
    const saving = { seen_version: version, closed: true, opens_on: day };
    expect(await owner.refusal('review_intake_save', saving)).toMatchObject(outside);
    expect(await owner.call('review_intake')).toMatchObject({ closed: false, version });
  });
});

test.for([
  ['2026-11-02', '2026-11-01'],
  [null, '2026-11-01'],
  ['2026-11-01', null],
  [null, null],
  ['0001-01-01', '9999-12-31'],
])('numbers from %s to %s are refused', async ([from_day, to_day], { owner }) => {
  expect(await owner.refusal('review_numbers', { from_day, to_day })).toMatchObject(order);
});

test.for(['0001-01-01', '9999-12-31'])('the numbers of the day %s are zero', async (day, { owner }) => {
  expect(await owner.call('review_numbers', { from_day: day, to_day: day })).toMatchObject({
    total: 0,
    per_day: [{ day, applications: 0, confirmed: 0 }],
  });
});

test('a filter from the first day to the last finds all, the reverse nothing', async ({ owner }) => {
  const [first, last] = ['0001-01-01', '9999-12-31'];
  expect(await owner.call('review_count', { filter: { from: first, to: last } })).toMatchObject({ total: 1 });
  expect(await owner.call('review_count', { filter: { from: last, to: first } })).toMatchObject({ total: 0 });
  const { rows } = await owner.call<{ rows: object[] }>('review_list', { filter: { from: first, to: last } });
  expect(rows).toHaveLength(1);
});

const refused = (message: string) => ({ status: 400, code: '22023', message });
const outside = refused('A day lies between the years 1 and 9999.');
const order = refused('The days run from the earlier to the later, at most two years.');
