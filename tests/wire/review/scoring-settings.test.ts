import type { Member } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';
import type { Criterion } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';
const anchors = ['None', 'Weak', 'Solid', 'Strong', 'Outstanding'];

test('four criteria of five named steps are given, and others’ scores are hidden', async ({
  owner,
  reviewer,
}) => {
  const scoring = await read(owner, reviewer);
  expect(labels(scoring)).toEqual(['Craft', 'Sense of product', 'Work with agents', 'Drive to ship']);
  expect(scoring.criteria[0]?.anchors).toHaveLength(5);
  expect(scoring.hides_others_until_scored).toBe(true);
});

test('owners order, rename, add and retire criteria, and can restore a retired one', async ({ owner }) => {
  const before = await read(owner);
  const [craft, product, agents, drive] = before.criteria;
  const changed = await save(owner, {
    ...before,
    criteria: [drive!, { ...craft!, label: ' Making ', anchors }, { label: 'Taste', anchors }, agents!],
  });
  expect(labels(changed)).toEqual(['Drive to ship', 'Making', 'Taste', 'Work with agents']);
  expect(labels(changed, true)).toEqual([product!.label]);
  expect(changed.criteria[1]?.anchors).toEqual(anchors);
  expect(changed.version).toBe(before.version + 1);
  const back = await save(owner, { ...changed, criteria: before.criteria });
  expect(labels(back)).toEqual(labels(before));
  expect(labels(back, true)).toEqual(['Taste']);
});

test.for<[string, readonly Criterion[], string]>([
  ['none', [], 'A scorecard has 1 to 8 criteria.'],
  ['nine', '123456789'.split('').map((label) => ({ label, anchors })), 'A scorecard has 1 to 8 criteria.'],
  ['one without a name', [{ label: ' ', anchors }], 'A criterion has a name of 1 to 60 characters.'],
  [
    'one with an empty step',
    [{ label: 'x', anchors: anchors.with(2, ' ') }],
    'Each of the steps 1 to 5 of "x" has a name of 1 to 80 characters.',
  ],
  ['an unknown criterion', [{ key: 'y', label: 'x', anchors }], 'There is no criterion "y".'],
  [
    'one twice',
    ['x', 'y'].map((label) => ({ key: 'craft', label, anchors })),
    'Two criteria cannot be the same.',
  ],
  ['two of one name', ['x', 'X'].map((label) => ({ label, anchors })), 'Two criteria cannot be the same.'],
])('criteria are refused with a message: %s', async ([_title, criteria, message], { owner }) => {
  const { version } = await read(owner);
  const wanted = { seen_version: version, hides_others_until_scored: true, criteria };
  expect(await owner.refusal('review_scoring_save', wanted)).toMatchObject({ status: 400, message });
  expect((await read(owner)).version).toBe(version);
});

test('retiring an unscored criterion completes a card and keeps scores', async ({ id, owner, reviewer }) => {
  const rate = (who: Member, criterion: string, score: number) =>
    who.call('review_rate', { application_id: id, criterion, score });
  const before = await read(owner);
  await rate(owner, 'drive', 5);
  for (const criterion of ['craft', 'product', 'agents']) await rate(reviewer, criterion, 3);
  await reviewer.call('review_rate_overall', { application_id: id, overall: true });
  const open = () => reviewer.open(id);
  expect((await open()).sees_others).toBe(false);
  const without = { ...before, criteria: before.criteria.filter(({ key }) => key !== 'drive') };
  const after = await save(owner, without);
  const seen = await open();
  expect(seen.sees_others).toBe(true);
  expect(seen.criteria.at(-1)).toMatchObject({ key: 'drive', is_retired: true });
  expect(
    await owner.refusal('review_rate', { application_id: id, criterion: 'drive', score: 1 }),
  ).toMatchObject(refusedWith('invalid_value', 'There is no criterion "drive".'));
  await save(owner, { ...after, criteria: before.criteria });
});

test('an owner who switches hiding off has seen scores', async ({ id, owner, reviewer, log }) => {
  const scoreAll = async (who: Member, score: number) => {
    for (const criterion of ['craft', 'product', 'agents', 'drive'])
      await who.call('review_rate', { application_id: id, criterion, score });
    await who.call('review_rate_overall', { application_id: id, overall: true });
  };
  await scoreAll(reviewer, 5);
  await owner.call('review_rate', { application_id: id, criterion: 'craft', score: 2 });
  const hide = async (hides: boolean) =>
    save(owner, { ...(await read(owner)), hides_others_until_scored: hides });
  await hide(false);
  await hide(true);
  expect((await log.entries({ kinds: ['settings_changed'] })).slice(-2)).toMatchObject(
    [
      [true, false],
      [false, true],
    ].map((both) => ({
      actor_email: owner.email,
      detail: { table: 'review_settings', changed: { hides_others_until_scored: both } },
    })),
  );
  await scoreAll(owner, 5);
  const { scorecards } = await reviewer.open(id);
  expect(scorecards.find(({ email }) => email === owner.email)?.first_scores).toEqual({ craft: 2 });
});

interface Scoring {
  readonly version: number;
  readonly hides_others_until_scored: boolean;
  readonly criteria: readonly Criterion[];
}

const read = (owner: Member, who = owner) => who.call<Scoring>('review_scoring');
const parameters = ({ version, hides_others_until_scored: hides, criteria }: Scoring) => ({
  seen_version: version,
  hides_others_until_scored: hides,
  criteria: criteria.filter(({ is_retired: isRetired }) => !isRetired),
});
const save = (owner: Member, scoring: Scoring) =>
  owner.call<Scoring>('review_scoring_save', parameters(scoring));
const labels = ({ criteria }: Scoring, isRetired = false) =>
  criteria.filter((one) => (one.is_retired ?? false) === isRetired).map(({ label }) => label);
