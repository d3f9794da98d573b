import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../../../server/tests/harness/needs.ts';
import { testKeys } from '../../../server/tests/harness/servers/keys.ts';
import { buildTestSite, testSiteDir } from '../../harness/servers/site.ts';

test('a second build does nothing', async () => {
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

test('a site built without a public address contains none, so it works at any port and behind any proxy', async () => {
  await buildTestSite();
  const files = readdirSync(testSiteDir, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.includes('sitemap'))).toEqual([]);
  for (const file of files.filter((name) => /\.(html|txt|xml|webmanifest)$/.test(name))) {
    const text = readFileSync(join(testSiteDir, file), 'utf8');
    expect([file, /https?:\/\/(localhost|127\.)[^"'<\s]*/.exec(text)?.[0]]).toEqual([file, undefined]);
  }
  const page = readFileSync(join(testSiteDir, 'case-study.html'), 'utf8');
  expect(page).toContain('<link rel="canonical" href="/case-study">');
  expect(page).not.toContain('og:url');
}, 180_000);

/** Returns the names that appear, disappear or are replaced in a folder, in order. */
function namesThatChange(folder: string): string[] {
  const names: string[] = [];
  const watcher = watch(folder, (_, name) => names.push(name!));
  onTestFinished(() => watcher.close());
  return names;
}

test.each([
  ['an earlier one', true],
  ['none', false],
])(
  'a new build replaces %s before anything is removed',
  needs(process.platform === 'linux', 'others report changes of folders otherwise'),
  async (_, hasEarlier) => {
    const folder = mkdtempSync(join(tmpdir(), 'solostead-build-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [dist, fresh] = [join(folder, 'dist'), join(folder, 'dist.new')];
    for (const [place, text] of [[fresh, 'new'], ...(hasEarlier ? [[dist, 'earlier']] : [])] as const) {
      mkdirSync(place);
      writeFileSync(join(place, 'index.html'), text);
    }
    const names = namesThatChange(folder);
    const module = pathToFileURL(join(root, 'scripts/lib/replace-folder.mjs')).href;
    const code = `import(${JSON.stringify(module)}).then((it) => it.replaceFolder(...process.argv.slice(1)))`;
    await run(process.execPath, ['-e', code, dist, fresh]);
    const steps = hasEarlier ? ['dist', 'dist.old', 'dist.new', 'dist', 'dist.old'] : ['dist.new', 'dist'];
    await expect.poll(() => names).toEqual(steps);
    expect(readdirSync(folder)).toEqual(['dist']);
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe('new');
  },
);

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
