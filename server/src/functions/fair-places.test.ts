import { expect, test } from 'vitest';
import { FairPlaces, type NoPlace } from './fair-places.ts';

/** Takes places by owners' letters and tells in which order they were given, and what was refused. */
function table(bounds: ConstructorParameters<typeof FairPlaces>[0]) {
  const places = new FairPlaces(bounds);
  const given: string[] = [];
  return {
    given,
    leave: async (owner: string) => {
      places.leave(owner);
      await Promise.resolve();
    },
    take: async (...owners: string[]) => {
      for (const owner of owners) {
        places.take(owner).then(
          () => given.push(owner),
          ({ reason }: NoPlace) => given.push(`${owner}: ${reason}`),
        );
      }
      await new Promise(setImmediate);
    },
  };
}
const roomy = { places: 10, waiting: 10 };

test('gives places in turn, one owner after the other', async () => {
  const { take, leave, given } = table({ places: 1, waiting: 10, perOwner: roomy });
  await take('a', 'a', 'a', 'b', 'c', 'b');
  for (const owner of ['a', 'a', 'b', 'c', 'a']) await leave(owner);
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('keeps a place for others when an owner has its share', async () => {
  const { take, leave, given } = table({ places: 3, waiting: 10, perOwner: { places: 2, waiting: 10 } });
  await take('a', 'a', 'a', 'b');
  expect(given).toEqual(['a', 'a', 'b']);
  await leave('b');
  expect(given).toEqual(['a', 'a', 'b']);
  await leave('a');
  expect(given).toEqual(['a', 'a', 'b', 'a']);
});

test('refuses an owner more than its share of the queue', async () => {
  const { take, given } = table({ places: 1, waiting: 10, perOwner: { places: 1, waiting: 2 } });
  await take('a', 'a', 'a', 'a', 'b');
  expect(given).toEqual(['a', 'a: owner']);
});

test('makes room for a newcomer in a full queue at the cost of the owner with most in it', async () => {
  const { take, leave, given } = table({ places: 1, waiting: 3, perOwner: roomy });
  await take('a', 'a', 'a', 'a', 'b');
  expect(given).toEqual(['a', 'a: owner']);
  await leave('a');
  await leave('a');
  expect(given).toEqual(['a', 'a: owner', 'a', 'b']);
});

test('refuses a newcomer when the queue is full and no owner has more in it', async () => {
  const { take, given } = table({ places: 1, waiting: 2, perOwner: roomy });
  await take('a', 'b', 'c', 'd');
  expect(given).toEqual(['a', 'd: full']);
});
