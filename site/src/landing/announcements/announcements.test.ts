import { expect, test } from 'vitest';
import { nextMessage } from './announcements.ts';

test('the banner shows six messages and wraps around', () => {
  const seen = [0];
  for (let turn = 0; turn < 6; turn += 1) seen.push(nextMessage(seen.at(-1) ?? 0, 6));
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 0]);
});

test('one message or none never turns', () => {
  expect(nextMessage(0, 1)).toBe(0);
  expect(nextMessage(0, 0)).toBe(0);
});
