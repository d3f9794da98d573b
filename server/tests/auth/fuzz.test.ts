import { expect, test } from 'vitest';
import { steps } from '@solostead/server-testkit/random';
import { fuzzAuth } from '@solostead/server-testkit/fuzz/auth/fuzz';

const requests = steps / 5;

test(`${requests} hostile requests cause no server error, and reveal no secret and no account`, async () => {
  expect(await fuzzAuth(requests, 1)).toEqual([]);
});
