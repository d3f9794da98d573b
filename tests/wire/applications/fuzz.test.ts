import { expect, test } from 'vitest';
import { fuzzApplications } from '../../fuzz/applications.ts';

test('150 hostile applications cause no server error and reveal no row of others', async () => {
  expect(await fuzzApplications(150, 20_261_120)).toEqual([]);
});
