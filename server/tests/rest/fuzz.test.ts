import { expect, it } from 'vitest';
import { fuzzRest } from '../fuzz/rest/fuzz.ts';

it('answers 250 hostile requests without a server error and without rows of others', async () => {
  expect(await fuzzRest(250, 20_261_120)).toEqual([]);
});
