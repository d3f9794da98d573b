import { expect, it } from 'vitest';
import { fuzzRest } from '../fuzz/rest/fuzz.ts';

it('answers 400 hostile requests without a server error and without rows of others', async () => {
  expect(await fuzzRest(400, 20_261_120)).toEqual([]);
});
