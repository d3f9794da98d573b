import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

test('a query waits for the one before it, also for one that fails', async () => {
  const first = Promise.withResolvers<never>();
  const begun: string[] = [];
  const query = inTurn(async (text) => {
    begun.push(text);
    return text === 'first' ? first.promise : ({} as never);
  });
  const answers = Promise.allSettled([query('first'), query('second')]);
  await expect.poll(() => begun).toEqual(['first']);
  first.reject(new Error('refused'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(begun).toEqual(['first', 'second']);
});
