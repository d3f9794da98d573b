import { expect, it } from 'vitest';
import { isComposing } from './composed-keys.ts';

it.each([
  ['during a composition', { isComposing: true, keyCode: 13 }, true],
  ['that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
  ['without an input method', { isComposing: false, keyCode: 13 }, false],
])('recognizes an Enter %s', (_title, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
