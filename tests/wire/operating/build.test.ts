import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testKeys } from '../../harness/servers/keys.ts';
import { buildTestSite, testSiteDir } from '../../harness/servers/site.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

test('a second build finds nothing to do', async () => {
  await buildTestSite();
  const made = statSync(join(testSiteDir, 'index.html'));
  const env = {
    ...process.env,
    SITE_DIST: testSiteDir,
    PUBLIC_SUPABASE_KEY: testKeys.publishable,
    PUBLIC_SUPABASE_URL: '',
    SITE_URL: '',
  };
  const { stdout } = await run(join(root, 'node_modules/.bin/node'), [join(root, 'scripts/build.mjs')], {
    env,
  });
  expect(stdout).toBe('');
  expect(statSync(join(testSiteDir, 'index.html')).ino).toBe(made.ino);
}, 180_000);
