import { expect, it } from 'vitest';
import { sorts } from '../../../route/filter.ts';
import { orderOf, orderOptions } from './orders.ts';

const ratings = (chosen: string, isHiding: boolean) =>
  orderOptions(chosen, isHiding)
    .map(([key]) => key)
    .filter((key) => key.endsWith('rating'));

it('offers every order, by rating only while ratings are shown, or while it is the chosen one', () => {
  const all = sorts.flatMap((sort) => [true, false].map((descending) => orderOf({ sort, descending })));
  expect(orderOptions('name', false).map(([key]) => key)).toEqual(expect.arrayContaining(all));
  expect(ratings('name', false)).toEqual(['-rating', 'rating']);
  expect(ratings('name', true)).toEqual([]);
  expect(ratings('-rating', true)).toEqual(['-rating']);
});
