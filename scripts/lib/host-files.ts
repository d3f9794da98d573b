import type { Site } from '@solostead/server/site';

type Headers = Readonly<Record<string, string>>;
type Rules = Readonly<Record<string, Headers>>;

/** All files below these folders have the same headers, so one rule serves them. Cloudflare Pages reads 100 rules. */
const SHARED_FOLDERS = /^\/(_astro|film|pictures|portraits|share)\//;

/**
 * Returns the files, by name, that Netlify and Cloudflare Pages (`_headers`, `_redirects`) and Vercel (`vercel.json`)
 * read in a site's folder. No header occurs in two rules that match the same path, because hosts join their values.
 * @param common headers of every answer
 * @param special headers of single paths in place of the usual ones
 */
export function hostFiles(site: Site, common: Headers, special: Rules): Record<string, string> {
  const { 'referrer-policy': referrerPolicy = '', ...everywhere } = common;
  const rules: Record<string, Headers> = { '/*': everywhere };
  for (const [path, { cacheControl, policy }] of site) {
    rules[path.replace(SHARED_FOLDERS, '/$1/*').replace(/\*.+/, '*')] = {
      'cache-control': cacheControl,
      'referrer-policy': referrerPolicy,
      ...(policy && { 'content-security-policy': policy }),
      ...special[path],
    };
  }
  const pages = [...site]
    .filter(([path, { policy }]) => policy !== null && path !== '/404')
    .map(([path]) => path);
  return { _headers: headersFile(rules), _redirects: redirectsFile(pages), 'vercel.json': vercelFile(rules) };
}

const headersFile = (rules: Rules): string =>
  Object.entries(rules)
    .map(([path, headers]) => [
      path,
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ])
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');

/** Only Netlify needs them, and only with `!`, because a file with that name exists. Others redirect without a rule. */
const redirectsFile = (pages: readonly string[]): string =>
  pages.map((path) => `${path === '/' ? '/index' : path}.html ${path} 301!\n`).join('');

function vercelFile(rules: Rules): string {
  const headers = Object.entries(rules).map(([path, values]) => ({
    source: path.replace('*', '(.*)'),
    headers: Object.entries(values).map(([key, value]) => ({ key, value })),
  }));
  return `${JSON.stringify({ cleanUrls: true, trailingSlash: false, headers }, null, 2)}\n`;
}
