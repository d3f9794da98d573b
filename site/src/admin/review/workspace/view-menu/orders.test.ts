import { expect, it } from 'vitest';
import { sorts } from '../../../route/filter.ts';
import { orderNames, orderOf } from './orders.ts';

it('offers every order', () => {
  const all = sorts.flatMap((sort) => [true, false].map((descending) => orderOf({ sort, descending })));
  expect(Object.keys(orderNames).toSorted()).toEqual(all.toSorted());
});
