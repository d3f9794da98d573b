import { afterAll, beforeAll } from 'vitest';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sendRaw } from '../harness/network/raw-request.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting(() => ({ env: { SITE_DIST: directory } }));
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'solostead-site-'));
  mkdirSync(join(directory, '_astro'));
  writeFileSync(join(directory, 'index.html'), page('Home'));
  writeFileSync(join(directory, 'case-study.html'), page('Case'));
  writeFileSync(join(directory, '404.html'), page('Oops'));
  writeFileSync(join(directory, 'built.txt'), 'as it is '.repeat(50));
  writeFileSync(join(directory, 'built.txt.br'), brotliCompressSync('as the build compressed it'));
  symlinkSync('/etc/hosts', join(directory, 'hosts.txt'));
  symlinkSync('/etc', join(directory, 'etc'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
});

test.for([
  '/hosts.txt',
  '/etc/hosts',
  '/../../../../etc/hosts',
  '/..%2f..%2f..%2fetc%2fhosts',
  '/%2e%2e/%2e%2e/etc/hosts',
  '/..\\..\\etc\\hosts',
  '/case-study%00.html',
  '/case-study/.',
  '/_astro/../case-study',
  '/_astro',
  '/built.txt.br',
  '//case-study',
  '//evil.example/index.html',
  '/\\evil.example/',
  '/%2f%2fevil.example/..',
  '/;/case-study',
  '/CASE-STUDY',
])('%s is not a file of the site, and does not redirect', async (path, { server }) => {
  const { status, headers, body } = await sendRaw(server.url, requestOf(path));
  expect([status, headers.get('location')]).toEqual([404, null]);
  expect(body).toContain('<title>Oops');
});

test('other spellings of a page redirect to its clean address', async ({ server }) => {
  expect(await (await get(server, '/')).text()).toContain('<title>Home');
  expect(await (await get(server, '/case-study?x=1')).text()).toContain('<title>Case');
  for (const path of ['/case-study/', '/case-study.html']) {
    const response = await get(server, `${path}?x=1`);
    expect([response.status, response.headers.get('location')]).toEqual([301, '/case-study?x=1']);
  }
  expect((await get(server, '/index.html')).headers.get('location')).toBe('/');
});

test('an unknown path is the not-found page with status 404, and logged', async ({ server }) => {
  const response = await get(server, '/no/such%20page?secret=1');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<title>Oops');
  await expect.poll(() => server.log.some((line) => line['attempted'] === '/no/such page')).toBe(true);
});

test('the log has no secret of a link whose question mark is encoded', async ({ server }) => {
  expect((await get(server, '/my-application%3Fkey=hush-hush')).status).toBe(404);
  await expect.poll(() => server.log.some((line) => line['attempted'] === '/my-application')).toBe(true);
  await expect.poll(() => server.log.some((line) => line['path'] === '/my-application')).toBe(true);
  expect(JSON.stringify(server.log)).not.toContain('hush-hush');
});

test('a compressed file is sent as it was built, and has no separate address', async ({ server }) => {
  const sent = (encoding: string) => get(server, '/built.txt', { 'accept-encoding': encoding });
  expect(await (await sent('br')).text()).toBe('as the build compressed it');
  expect(await (await sent('gzip')).text()).toMatch(/^as it is/);
  expect((await get(server, '/built.txt.br')).status).toBe(404);
});

test('a page runs only the scripts that it was built with', async ({ server }) => {
  const policy = (await get(server, '/')).headers.get('content-security-policy')!;
  expect(policy).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-[\w+/=]+'; style-src 'self' 'sha256-[\w+/=]+';/,
  );
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe/);
});

test('HEAD answers like GET without a body', async ({ server }) => {
  const response = await fetch(`${server.url}/`, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

/** fetch would tidy such paths up before sending them. */
const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

const page = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><style>p{color:red}</style>` +
  `<script type="application/ld+json">{"a":1}</script></head><body><p>${title.repeat(100)}</p>` +
  `<script>document.title</script><script type="module" src="/_astro/app.abc.js"></script></body></html>`;

const get = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
