import { expect, test } from 'vitest';
import { fuzzAuth } from '../fuzz/auth/fuzz.ts';

test('2,000 hostile requests find no failure of ours, no secret and no way to an account', async () => {
  expect(await fuzzAuth(2_000, 1)).toEqual([]);
}, 600_000);
