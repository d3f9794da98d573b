import { expect, it } from 'vitest';
import { refusesCommon } from './settings.ts';

it.each([
  [undefined, undefined, true],
  [undefined, 6, false],
  [undefined, 7, false],
  [undefined, 8, true],
  ['refused', 6, true],
  ['allowed', undefined, false],
  ['allowed', 8, false],
] as const)('COMMON_PASSWORDS=%s and a minimum of %s refuse common ones: %s', (wanted, minimum, expected) => {
  expect(refusesCommon(wanted, minimum)).toBe(expected);
});
