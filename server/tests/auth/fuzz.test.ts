import { expect, test } from 'vitest';
import { fuzzAuth } from '../fuzz/auth/fuzz.ts';

test('2,000 hostile requests cause no server error, and reveal no secret and no account', async () => {
  expect(await fuzzAuth(2_000, 1)).toEqual([]);
}, 600_000);
