import { expect, it } from 'vitest';
import { steps } from '@solostead/server-testkit/random';
import { fuzzRest } from '@solostead/server-testkit/fuzz/rest/fuzz';

const requests = steps / 4;

it(`answers ${requests} hostile requests without a server error and without rows of others`, async () => {
  expect(await fuzzRest(requests, 20_261_120)).toEqual([]);
});
