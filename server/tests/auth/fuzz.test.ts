import { expect, test } from 'vitest';
import { fuzzAuth } from '@solostead/server-testkit/fuzz/auth/fuzz';

test('600 hostile requests cause no server error, and reveal no secret and no account', async () => {
  expect(await fuzzAuth(600, 1)).toEqual([]);
});
