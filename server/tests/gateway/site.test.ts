import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../harness/network/raw-request.ts';
import { startServer, type TestServer } from '../harness/servers/server.ts';

const page = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><style>p{color:red}</style>` +
  `<script type="application/ld+json">{"a":1}</script></head><body><p>${title.repeat(100)}</p>` +
  `<script>document.title</script><script type="module" src="/_astro/app.abc.js"></script></body></html>`;
const film = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'solostead-site-'));
  mkdirSync(join(directory, '_astro'));
  writeFileSync(join(directory, 'index.html'), page('Home'));
  writeFileSync(join(directory, 'case-study.html'), page('Case'));
  writeFileSync(join(directory, '404.html'), page('Oops'));
  writeFileSync(join(directory, '_astro/app.abc.js'), 'console.log(1);'.repeat(50));
  writeFileSync(join(directory, 'film.webm'), film);
  writeFileSync(join(directory, 'built.txt'), 'as it is '.repeat(50));
  writeFileSync(join(directory, 'built.txt.br'), brotliCompressSync('as the build compressed it'));
  symlinkSync('/etc/hosts', join(directory, 'hosts.txt'));
  symlinkSync('/etc', join(directory, 'etc'));
  server = await startServer({ env: { SITE_DIST: directory } });
});
afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, redirect: 'manual' });

test.each([
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
])('%s is not a file of the site, and does not redirect', async (path) => {
  const { status, headers, body } = await sendRaw(
    server.url,
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
  );
  expect([status, headers.get('location')]).toEqual([404, null]);
  expect(body).toContain('<title>Oops');
});

test('other spellings of a page redirect to its clean address', async () => {
  expect(await (await get('/')).text()).toContain('<title>Home');
  expect(await (await get('/case-study?x=1')).text()).toContain('<title>Case');
  for (const path of ['/case-study/', '/case-study.html']) {
    const response = await get(`${path}?x=1`);
    expect([response.status, response.headers.get('location')]).toEqual([301, '/case-study?x=1']);
  }
  expect((await get('/index.html')).headers.get('location')).toBe('/');
});

test('an unknown path is the not-found page with status 404, and logged', async () => {
  const response = await get('/no/such%20page?secret=1');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<title>Oops');
  await expect.poll(() => server.log.some((line) => line['attempted'] === '/no/such page')).toBe(true);
});

test.each(['//example.org', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/%', '/\\example.org/'])(
  '%s is refused and does not redirect',
  async (path) => {
    const { status, location } = await rawGet(path);
    expect([path, status, location]).toEqual([path, expect.toBeOneOf([400, 404]), undefined]);
  },
);

test.each([
  ['br', 'gzip, deflate, br', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['nothing', 'identity', null],
  ['nothing when br is refused', 'br;q=0', null],
])('%s is sent to a client that accepts %s', async (_title, accepted, expected) => {
  const response = await get('/', { 'accept-encoding': accepted });
  expect(response.headers.get('content-encoding')).toBe(expected);
  expect(response.headers.get('vary')).toContain('accept-encoding');
  expect(await response.text()).toContain('<title>Home');
});

test('a compressed file is sent as it was built, and has no separate address', async () => {
  const sent = (encoding: string) => get('/built.txt', { 'accept-encoding': encoding });
  expect(await (await sent('br')).text()).toBe('as the build compressed it');
  expect(await (await sent('gzip')).text()).toMatch(/^as it is/);
  expect((await get('/built.txt.br')).status).toBe(404);
});

test('an unchanged file is not sent again', async () => {
  const first = await get('/');
  const again = await get('/', { 'if-none-match': first.headers.get('etag')! });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('hashed files may be cached for ever, and pages are revalidated', async () => {
  expect((await get('/_astro/app.abc.js')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await get('/')).headers.get('cache-control')).toBe('public, no-cache');
});

test('a page runs only the scripts that it was built with', async () => {
  const policy = (await get('/')).headers.get('content-security-policy')!;
  expect(policy).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-[\w+/=]+'; style-src 'self' 'sha256-[\w+/=]+';/,
  );
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe/);
});

test('parts of the film can be requested', async () => {
  const part = await get('/film.webm', { range: 'bytes=1000-1999' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/100000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(1000, 2000))).toBe(true);
  expect((await get('/film.webm', { range: 'bytes=100000-' })).status).toBe(416);
  const whole = await get('/film.webm');
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true);
});

test('HEAD answers like GET without a body', async () => {
  const response = await fetch(`${server.url}/`, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

/** fetch would tidy such paths up before sending them. */
function rawGet(path: string): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });
}
