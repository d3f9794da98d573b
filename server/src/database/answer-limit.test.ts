import { expect, test } from 'vitest';
import { answerLimit } from './answer-limit.ts';

test.each([
  [undefined, '30s', undefined],
  [20_000, undefined, 20_000],
  [20_000, '3s', 20_000],
  [20_000, '8s', 20_000],
  [20_000, '30s', 42_000],
  [20_000, '60000', 72_000],
  [20_000, '1.5min', 102_000],
  [20_000, '1 h', 3_612_000],
  [20_000, '0', undefined],
  [20_000, 'unreadable', 20_000],
])('with a limit of %s ms and a timeout of %s, an answer may take %s ms', (limit, timeout, expected) => {
  expect(answerLimit(limit, timeout === undefined ? {} : { statement_timeout: timeout })).toBe(expected);
});
