import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairScheduler } from './fair-scheduler.ts';

test('gives one turn of the event loop to each, and those who ask go round', async () => {
  const scheduler = new FairScheduler();
  expect(scheduler.take('first')).toBeUndefined();
  const order: string[] = [];
  const wait = async (who: string) => {
    await scheduler.take(who);
    order.push(who);
  };
  const all = Promise.all(['flood', 'flood', 'flood', 'office', 'office', 'home'].map(wait));
  await turn();
  expect(order.length).toBeLessThan(3);
  await all;
  expect(order).toEqual(['flood', 'office', 'home', 'flood', 'office', 'flood']);
  await turn();
  expect(scheduler.take('later')).toBeUndefined();
});
