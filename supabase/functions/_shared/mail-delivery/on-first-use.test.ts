import { expect, test } from 'vitest';
import { onFirstUse } from './on-first-use.ts';

// As a library that is being replaced while the server runs.
test('a value is created once, even by simultaneous callers, and a failed creation is retried', async () => {
  let times = 0;
  const use = onFirstUse(async () => {
    times += 1;
    if (times === 1) throw new Error('not there');
    return times;
  });
  await expect(Promise.all([use(), use()])).rejects.toThrow('not there');
  expect(use.made()).toBeNull();
  expect(await Promise.all([use(), use()])).toEqual([2, 2]);
  expect(await use()).toBe(2);
});
