import { confirmed, type Telling } from '../../harness/telling.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('a stage stays reached, whatever is decided later, also when the application is erased', async ({
  lab,
}) => {
  const source = 'stays';
  const id = await lab.inReview('reached', { ...confirmed, source });
  // The source of fewer is counted as other.
  for (const letter of 'abcde') await lab.inReview(`not-reached-${letter}`, { source });
  expect(await funnel(lab, source)).toEqual([6, 1, 0, 0]);
  for (const status of ['interview', 'accepted', 'interview', 'declined']) await lab.move(id, status);
  expect(await funnel(lab, source)).toEqual([6, 1, 1, 1]);
  await lab.owner.call('review_delete', { application_id: id });
  expect(await funnel(lab, source)).toEqual([6, 1, 1, 1]);
});

/** Returns how many applicants of a source reached each stage (applied, confirmed, interview, accepted). */
async function funnel(lab: Telling, source: string): Promise<readonly number[]> {
  const today = new Date().toISOString().slice(0, 10);
  const { by_source: lines } = await lab.reader.call<{ by_source: Record<string, number | string>[] }>(
    'review_numbers',
    { from_day: today, to_day: today },
  );
  const line = lines.find((one) => one['source'] === source);
  return ['applications', 'confirmed', 'reached_interview', 'reached_accepted'].map((key) =>
    Number(line?.[key]),
  );
}
