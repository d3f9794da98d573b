import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { checkApplications, checkSamples } from './findings.ts';

test.each([
  [null, 'fine', 'not checked because the sources of the site are not here'],
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

const well = { admins: 2, waiting: 0, since: null, reason: null };
const outage = { since: '2026-01-01 09:00 UTC', reason: 'EENVELOPE 550' };

test.each<[object, boolean, string[]]>([
  [well, false, ['fine: 2 may sign in', 'fine: none has waited for long']],
  [
    { ...well, ...outage, admins: 0, waiting: 3 },
    false,
    [
      'warning: there is none: npm run admin -- add you@example.org',
      'warning: the mail server has accepted none since 2026-01-01 09:00 UTC (EENVELOPE 550). They wait, and one is tried every few minutes.',
    ],
  ],
  [
    { ...well, waiting: 3 },
    false,
    [
      'fine: 2 may sign in',
      expect.stringMatching(
        /^warning: 3 have waited for more than an hour: see .+ applications list and the log\.$/,
      ),
    ],
  ],
  [{ ...well, ...outage, waiting: 3 }, true, ['fine: 2 may sign in']],
])(
  'with the figures %j, and mail that is refused: %j, it reports %j',
  async (figures, isRefused, reports) => {
    const query = async () => ({ rows: [figures] });
    const found = await checkApplications(
      query as unknown as Parameters<typeof checkApplications>[0],
      isRefused,
    );
    expect(found.map(({ state, message }) => `${state}: ${message}`)).toEqual(reports);
  },
);
