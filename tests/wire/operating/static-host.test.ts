import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildTestSite, testSiteDir } from '../../harness/servers/site.ts';
import { expect, testStarting } from '../../harness/fixtures.ts';

// Its own server, because a shared one has no site.
const test = testStarting({ site: true });

type Values = Record<string, string>;

/** Headers that a host must send like our server. The others name the connection or the content. */
const RULED = [
  'cache-control',
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

const built = async (name: string) => {
  await buildTestSite();
  return readFileSync(join(testSiteDir, name), 'utf8');
};

/** Addresses of all files of the build, as a visitor asks for them. */
async function addresses(): Promise<string[]> {
  await buildTestSite();
  return readdirSync(testSiteDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$|^(_headers|_redirects|vercel\.json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(testSiteDir.length))
    .map((path) => path.replace(/(\/index)?\.html$/, '') || '/')
    .filter((path) => path !== '/404');
}

const matches = (pattern: string, path: string) =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;

/** Applies rules as Cloudflare Pages does, which joins the values of a header that two rules set. */
function ruledHeaders(
  rules: readonly (readonly [string, readonly (readonly [string, string])[]])[],
  path: string,
) {
  const headers: Values = {};
  for (const [pattern, values] of rules)
    if (matches(pattern, path))
      for (const [name, value] of values)
        headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  return Object.fromEntries(RULED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
}

async function sentHeaders(url: string): Promise<Values> {
  const { headers, status } = await fetch(url);
  expect([url, status]).toEqual([url, 200]);
  return Object.fromEntries(RULED.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])));
}

test('_headers has for every page and asset what our server sends', async ({ server }) => {
  const rules = (await built('_headers')).split('\n\n').map((block) => {
    const [path = '', ...lines] = block.trim().split('\n');
    return [path, lines.map((line) => line.trim().split(/: (.*)/) as [string, string])] as const;
  });
  expect(rules.length).toBeLessThan(100);
  expect((await built('_headers')).split('\n').filter(({ length }) => length > 2000)).toEqual([]);
  for (const path of await addresses())
    expect([path, ruledHeaders(rules, path)]).toEqual([path, await sentHeaders(`${server.url}${path}`)]);
});

test('vercel.json has for every page and asset what our server sends', async ({ server }) => {
  const { headers, cleanUrls, trailingSlash } = JSON.parse(await built('vercel.json'));
  expect({ cleanUrls, trailingSlash }).toEqual({ cleanUrls: true, trailingSlash: false });
  const rules = headers.map((rule: { source: string; headers: { key: string; value: string }[] }) => [
    rule.source.replace('(.*)', '*'),
    rule.headers.map(({ key, value }) => [key, value]),
  ]);
  for (const path of await addresses())
    expect([path, ruledHeaders(rules, path)]).toEqual([path, await sentHeaders(`${server.url}${path}`)]);
});

test('_redirects leads from files to their addresses like our server', async ({ server }) => {
  const lines = (await built('_redirects')).trim().split('\n');
  expect(lines).toContain('/case-study.html /case-study 301!');
  for (const line of lines) {
    const [from, to, code] = line.split(' ');
    const { status, headers } = await fetch(`${server.url}${from}`, { redirect: 'manual' });
    expect([from, headers.get('location'), `${status}!`]).toEqual([from, to, code]);
  }
});

test('our server does not serve the files for other hosts', async ({ server }) => {
  for (const path of ['/_headers', '/_redirects', '/vercel.json'])
    expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 404]);
});
