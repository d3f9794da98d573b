import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../server/tests/harness/new-folder.ts';
import { checkSamples } from './findings.ts';

test.each([
  [null, 'fine', 'not looked for: the sources of the site are not here'],
  ['', 'fine', 'none is left in the site'],
  [
    'console.log("- one"); process.exit(1)',
    'warning',
    'the site still shows samples: npm run check:launch lists them.',
  ],
  ['throw new Error()', 'warning', 'npm run check:launch fails: run it to see why.'],
])('with the script %j the samples are %s: %s', async (script, state, message) => {
  const folder = newFolder();
  mkdirSync(join(folder, 'scripts'));
  if (script !== null) writeFileSync(join(folder, 'scripts/check-launch.mjs'), script);
  expect(await checkSamples(folder)).toEqual({ about: 'samples', state, message });
});
