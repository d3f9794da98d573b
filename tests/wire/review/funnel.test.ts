import { confirmed, type Telling } from '../../harness/telling.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('a stage stays reached, whatever is decided later', async ({ lab }) => {
  const source = 'stays';
  const id = await lab.inReview('reached', { ...confirmed, source });
  await lab.inReview('not-reached', { source });
  expect(await funnel(lab, source)).toEqual([2, 1, 0, 0]);
  await lab.move(id, 'interview');
  await lab.move(id, 'accepted');
  expect(await funnel(lab, source)).toEqual([2, 1, 1, 1]);
  await lab.move(id, 'interview');
  await lab.move(id, 'declined');
  expect(await funnel(lab, source)).toEqual([2, 1, 1, 1]);
});

test('the figures stay the same when applications are erased', async ({ lab }) => {
  const source = 'erased';
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) =>
      lab.inReview(`erased-${letter}`, { ...confirmed, source }),
    ),
  );
  await lab.move(ids[0]!, 'interview');
  await lab.move(ids[0]!, 'accepted');
  await lab.move(ids[0]!, 'withdrawn');
  expect(await funnel(lab, source)).toEqual([6, 6, 1, 1]);
  await lab.owner.call('review_delete', { application_id: ids[0] });
  expect(await funnel(lab, source)).toEqual([6, 6, 1, 1]);
});

const today = () => new Date().toISOString().slice(0, 10);

/** Returns how many applicants of a source reached each stage (applied, confirmed, interview, accepted). */
async function funnel(lab: Telling, source: string): Promise<readonly number[]> {
  const { by_source: lines } = await lab.reader.call<{ by_source: Record<string, number | string>[] }>(
    'review_numbers',
    { from_day: today(), to_day: today() },
  );
  const line = lines.find((one) => one['source'] === source);
  return ['applications', 'confirmed', 'reached_interview', 'reached_accepted'].map((key) =>
    Number(line?.[key]),
  );
}
