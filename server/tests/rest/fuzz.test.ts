import { expect, it } from 'vitest';
import { fuzzRest } from '@solostead/server-testkit/fuzz/rest/fuzz';

it('answers 250 hostile requests without a server error and without rows of others', async () => {
  expect(await fuzzRest(250, 20_261_120)).toEqual([]);
});
