import { expect, test } from 'vitest';
import { steps } from '@solostead/server-testkit/random';
import { fuzzApplications } from '../../fuzz/applications.ts';

const applications = steps / 4;

test(`${applications} hostile applications cause no server error and reveal no row of others`, async () => {
  expect(await fuzzApplications(applications, 20_261_120)).toEqual([]);
});
