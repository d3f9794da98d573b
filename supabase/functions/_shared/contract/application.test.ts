import { expect, test } from 'vitest';
import { applicationKeys } from './application.ts';

test('the body of the INSERT has these eleven keys in this order: contract P3.1', () => {
  expect(applicationKeys.join(' ')).toBe('name email linkedin sectors q1 q2 q3 q4 q5 q6 q7');
});
