import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { planningTurns } from './planning-turns.ts';

test('gives each client one turn of the event loop, in rounds', async () => {
  const takeTurn = planningTurns();
  const order: string[] = [];
  const wait = async (who: string) => {
    await takeTurn(who);
    order.push(who);
  };
  const all = Promise.all(['first', 'flood', 'flood', 'flood', 'office', 'office', 'home'].map(wait));
  await turn();
  expect(order.length).toBeLessThan(4);
  await all;
  expect(order).toEqual(['first', 'flood', 'office', 'home', 'flood', 'office', 'flood']);
});
