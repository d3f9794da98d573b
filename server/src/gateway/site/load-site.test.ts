import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadSite } from './load-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'solostead-site-'));
mkdirSync(join(folder, '_astro'));
writeFileSync(join(folder, 'index.html'), '<script>document.title</script>');
writeFileSync(join(folder, 'case-study.html'), 'case');
writeFileSync(join(folder, '_astro/app.js'), 'go();');
writeFileSync(join(folder, 'built.txt'), 'unchanged '.repeat(50));
writeFileSync(join(folder, 'built.txt.br'), 'as the build compressed it');
symlinkSync('/etc/hosts', join(folder, 'hosts.txt'));
symlinkSync('/etc', join(folder, 'etc'));
afterAll(() => rmSync(folder, { recursive: true }));

const site = loadSite(folder, []);

test('the pages have clean paths, and neither links nor compressed files have one', () => {
  expect([...site.keys()].toSorted()).toEqual(['/', '/_astro/app.js', '/built.txt', '/case-study']);
});

test('a compressed file is sent as it was built', () => {
  const { br, identity } = site.get('/built.txt')!;
  expect(br!.body.toString()).toBe('as the build compressed it');
  expect(identity.body.toString()).toMatch(/^unchanged /);
});

test('a page runs only the scripts that it was built with', () => {
  expect(site.get('/')!.policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
});

test('a folder that is not there is an empty site', () => {
  expect(loadSite(join(folder, 'absent'), []).size).toBe(0);
});
