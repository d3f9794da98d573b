import { expect, it } from 'vitest';
import { formatApplications } from './number.ts';

it.each([
  [1, '1 application'],
  [1_200, '1,200 applications'],
])('writes %i applications as %s', (count, text) => {
  expect(formatApplications(count)).toBe(text);
});
