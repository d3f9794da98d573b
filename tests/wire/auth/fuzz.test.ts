import { expect, test } from 'vitest';
import { fuzzAuth } from '../../fuzz/auth/fuzz.ts';

test('60 hostile requests to each endpoint find no failure of ours and no secret', async () => {
  expect(await fuzzAuth(60, 1)).toEqual([]);
}, 600_000);
