import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOfNode } from '@solostead/server-testkit/answer-of';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { buildTestSite, testSiteDir } from '../harness/servers/site.ts';

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
  expect(await answerOfNode(['scripts/build.mjs'], { env })).toMatchObject({ code: 0, stdout: '' });
  expect(statSync(join(testSiteDir, 'index.html')).ino).toBe(made.ino);
});

test('each page names the commit and the sources of its build', async () => {
  await buildTestSite();
  const marks = readdirSync(testSiteDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map(
      (file) => /<meta name="build" content="(.+?)"/.exec(readFileSync(join(testSiteDir, file), 'utf8'))?.[1],
    );
  expect(new Set(marks).size).toBe(1);
  expect(marks[0]).toMatch(/^(?:[0-9a-f]{12} )?[0-9a-f]{12}$/);
});

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
});
