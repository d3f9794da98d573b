import { expect, test } from 'vitest';
import { onFirstUse } from './on-first-use.ts';

test('what is made at its first use is made once, however many ask at once', async () => {
  let times = 0;
  const use = onFirstUse(async () => (times += 1));
  expect(use.made()).toBeNull();
  expect(await Promise.all([use(), use()])).toEqual([1, 1]);
  expect(await use()).toBe(1);
});

// As a library that is being replaced while the server runs.
test('what could not be made is tried again at the next use', async () => {
  let times = 0;
  const use = onFirstUse(async () => {
    times += 1;
    if (times === 1) throw new Error('not there');
    return times;
  });
  await expect(Promise.all([use(), use()])).rejects.toThrow('not there');
  expect(use.made()).toBeNull();
  expect(await use()).toBe(2);
});
