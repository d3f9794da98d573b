import { expect, test } from 'vitest';
import { FairQueue, type QueueRefusal } from './fair-queue.ts';

/** Acquires by owners' letters and records in which order they were served, and what was refused. */
function table(bounds: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(bounds);
  const given: string[] = [];
  return {
    given,
    release: async (owner: string) => {
      queue.release(owner);
      await Promise.resolve();
    },
    acquire: async (...owners: string[]) => {
      for (const owner of owners) {
        queue.acquire(owner).then(
          () => given.push(owner),
          ({ reason }: QueueRefusal) => given.push(`${owner}: ${reason}`),
        );
      }
      await new Promise(setImmediate);
    },
  };
}
const roomy = { running: 10, waiting: 10 };

test('serves owners round-robin', async () => {
  const { acquire, release, given } = table({ running: 1, waiting: 10, perOwner: roomy });
  await acquire('a', 'a', 'a', 'b', 'c', 'b');
  for (const owner of ['a', 'a', 'b', 'c', 'a']) await release(owner);
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('leaves capacity to others when an owner has its share', async () => {
  const { acquire, release, given } = table({
    running: 3,
    waiting: 10,
    perOwner: { running: 2, waiting: 10 },
  });
  await acquire('a', 'a', 'a', 'b');
  expect(given).toEqual(['a', 'a', 'b']);
  await release('b');
  expect(given).toEqual(['a', 'a', 'b']);
  await release('a');
  expect(given).toEqual(['a', 'a', 'b', 'a']);
});

test('refuses an owner more than its share of the queue', async () => {
  const { acquire, given } = table({ running: 1, waiting: 10, perOwner: { running: 1, waiting: 2 } });
  await acquire('a', 'a', 'a', 'a', 'b');
  expect(given).toEqual(['a', 'a: owner']);
});

test('makes room for a newcomer in a full queue at the cost of the owner with most in it', async () => {
  const { acquire, release, given } = table({ running: 1, waiting: 3, perOwner: roomy });
  await acquire('a', 'a', 'a', 'a', 'b');
  expect(given).toEqual(['a', 'a: owner']);
  await release('a');
  await release('a');
  expect(given).toEqual(['a', 'a: owner', 'a', 'b']);
});

test('refuses a newcomer when the queue is full and no owner has more in it', async () => {
  const { acquire, given } = table({ running: 1, waiting: 2, perOwner: roomy });
  await acquire('a', 'b', 'c', 'd');
  expect(given).toEqual(['a', 'd: full']);
});
