import { expect, onTestFinished, test } from 'vitest';
import { startQueueSchedule } from './queue-schedule.ts';

/** Runs a schedule over a queue of one kind of item. `notify` is the database's notification. */
function schedule({ due = 0, failing = false, hasMore = 0 }) {
  const seen = { deliveries: 0, checks: 0, errors: [] as unknown[], unsubscribed: 0 };
  let notify: (payload: string) => void = () => {};
  let left = hasMore;
  const queue = { seconds: due as number | null };
  const stop = startQueueSchedule({
    database: {
      listen: async (_channel, hear) => {
        notify = hear;
        return async () => void (seen.unsubscribed += 1);
      },
    },
    channel: 'items',
    secondsToNext: async () => {
      seen.checks += 1;
      return queue.seconds;
    },
    deliver: async () => {
      seen.deliveries += 1;
      if (failing) throw new Error('The function is away.');
      if (left > 0) return (left -= 1) >= 0;
      queue.seconds = null;
      return false;
    },
    report: (error) => void seen.errors.push(error),
  });
  onTestFinished(stop);
  return { seen, queue, stop, notify: () => notify('') };
}

test('delivers due items at the start until none is due', async () => {
  const { seen } = schedule({ hasMore: 2 });
  await expect.poll(() => seen.deliveries).toBe(3);
});

test('delivers when the database notifies it of an item', async () => {
  const { seen, queue, notify } = schedule({ due: 3600 });
  await expect.poll(() => seen.checks).toBe(1);
  queue.seconds = 0;
  notify();
  await expect.poll(() => seen.deliveries).toBe(1);
});

test('reports a failure and continues', async () => {
  const { seen, notify } = schedule({ failing: true });
  await expect.poll(() => seen.errors.length).toBe(1);
  notify();
  await expect.poll(() => seen.errors.length).toBe(2);
});

test('a stop ends the pause and the subscription', async () => {
  const { seen, stop } = schedule({ due: 3600 });
  await expect.poll(() => seen.checks).toBe(1);
  await stop();
  expect([seen.deliveries, seen.unsubscribed]).toEqual([0, 1]);
});
