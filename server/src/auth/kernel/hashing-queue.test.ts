import { expect, test } from 'vitest';
import { createHashingQueue } from './hashing-queue.ts';

test('answers 429 to a network that uses half of the queue, and counts what ran', async () => {
  let ran = 0;
  const inTurn = createHashingQueue(() => (ran += 1), 1);
  const hold = Promise.withResolvers<void>();
  const outcomes = Array.from({ length: 60 }, () =>
    inTurn({ network: 'a', caller: 'a' }, () => hold.promise),
  );
  const other = inTurn({ network: 'b', caller: 'b' }, async () => ran);
  hold.resolve();
  const refused = (await Promise.allSettled(outcomes)).filter(
    (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'over_request_rate_limit',
  );
  expect(await other).toBe(2);
  expect(refused).toHaveLength(9);
  expect(ran).toBe(52);
});
