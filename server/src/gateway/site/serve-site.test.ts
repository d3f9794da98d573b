import { fastify } from 'fastify';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Site, siteFile } from './load-site.ts';
import { serveSite, byteRange } from './serve-site.ts';

const html = `<!doctype html><title>Page</title>${'<p>words</p>'.repeat(100)}`;
const film = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
const file = (path: string, body: string | Buffer) => siteFile(path, Buffer.from(body), {}, []);

const site: Site = new Map([
  ['/', file('/index.html', html)],
  ['/case-study', file('/case-study.html', html)],
  ['/404', file('/404.html', html)],
  ['/film.mp4', file('/film.mp4', film)],
  ['/_astro/app.Abc123.js', file('/_astro/app.Abc123.js', 'go();'.repeat(100))],
]);

async function get(url: string, headers: Record<string, string> = {}, files: Site = site) {
  const app = fastify();
  await app.register(serveSite(files));
  return app.inject({ url, headers });
}

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
  [undefined, 'identity', (body: Buffer) => body],
])('a page is sent as %s to a client that takes %s', async (encoding, accepted, decode) => {
  const answer = await get('/', { 'accept-encoding': accepted });
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
  expect(decode(answer.rawPayload).toString()).toBe(html);
  expect(answer.headers).toMatchObject({
    vary: 'accept-encoding',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, no-cache',
  });
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

test('caches file names with a hash as immutable', async () => {
  const { headers } = await get('/_astro/app.Abc123.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('does not resend a file that the client has, and distinguishes encodings', async () => {
  const brotli = { 'accept-encoding': 'br' };
  const etag = String((await get('/', brotli)).headers.etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { statusCode, payload } = await get('/', { ...brotli, 'if-none-match': known });
    expect([known, statusCode, payload]).toEqual([known, 304, '']);
  }
  expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200);
});

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/1000', film.subarray(0, 10)],
  ['bytes=-5', 206, 'bytes 995-999/1000', film.subarray(995)],
  ['bytes=990-', 206, 'bytes 990-999/1000', film.subarray(990)],
  ['bytes=1000-', 416, 'bytes */1000', Buffer.alloc(0)],
  ['bytes=0-1,5-6', 200, undefined, film],
])('a request for the film with %s is answered with %i', async (range, status, contentRange, body) => {
  const answer = await get('/film.mp4', { range });
  expect([answer.statusCode, answer.headers['content-range']]).toEqual([status, contentRange]);
  expect(answer.rawPayload.equals(body)).toBe(true);
});

test('sends a part only of the version of the film that the client began with', async () => {
  const etag = String((await get('/film.mp4')).headers.etag);
  const ask = async (condition: string) =>
    (await get('/film.mp4', { range: 'bytes=0-9', 'if-range': condition })).statusCode;
  expect([await ask(etag), await ask('"other"')]).toEqual([206, 200]);
});

test.each([
  ['/index.html', '/', 'public, max-age=3600'],
  ['/case-study.html', '/case-study', 'public, max-age=3600'],
  ['/case-study/?key=secret', '/case-study?key=secret', 'no-store'],
  ['/case-study/index.html', '/case-study', 'public, max-age=3600'],
])('%s leads to %s, cached as %s', async (url, location, cacheControl) => {
  const { statusCode, headers } = await get(url);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, location, cacheControl]);
  expect(headers['referrer-policy']).toBe(location.includes('?') ? 'no-referrer' : undefined);
});

test.each([
  '/missing',
  '/../etc/passwd',
  '/%2e%2e/secret',
  '/..\\..\\etc\\hosts',
  '/case-study%00.html',
  '/_astro',
  '/;/case-study',
  '/CASE-STUDY',
])('%s is the not-found page', async (url) => {
  const answer = await get(url, { 'accept-encoding': 'identity' });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  expect(answer.payload).toBe(html);
});

test('serves no page for an unknown path of the API', async () => {
  expect((await get('/rest/v1/nothing')).headers['content-type']).toMatch(/^application\/json/);
});

test('reports a site that was not built', async () => {
  const { statusCode, payload } = await get('/', {}, new Map());
  expect([statusCode, payload]).toEqual([
    503,
    'No site is built here. The API is at /auth/v1, /rest/v1 and /functions/v1.',
  ]);
});

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=50-1000', { first: 50, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-1', null],
  [undefined, null],
])('%s of 100 bytes is %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
