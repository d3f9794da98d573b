import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string} html @param {string} name @returns {string[]} the values of an attribute, in order */
const attributes = (html, name) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'gi'))].map(([, value]) => value ?? '');

/** @param {string} html */
const ids = (html) => new Set(attributes(html, 'id'));

/** @param {string} dist @param {string} path @returns {string | null} the page or file a link leads to */
function target(dist, path) {
  const candidates = path === '/' ? ['/index.html'] : [path, `${path}.html`];
  return candidates.map((file) => join(dist, file)).find((file) => existsSync(file)) ?? null;
}

/** @param {string} dist @param {string} html @param {string} href @returns {string | null} what is wrong with it */
function linkFault(dist, html, href) {
  if (/^(https:|mailto:)/.test(href)) return null;
  if (/^[a-z]+:/i.test(href)) return `link to ${href}`;
  const [address = '', anchor] = href.split('#');
  const [path = ''] = address.split('?');
  const file = path === '' ? null : target(dist, path);
  if (path !== '' && !file) return `broken link ${href}`;
  const page = file ? readFileSync(file, 'utf8') : html;
  return anchor && !ids(page).has(anchor) ? `broken anchor ${href}` : null;
}

/** @param {string} html @returns {string[]} paths of what the head names: icons, manifest, styles, share image */
function headFiles(html) {
  const links = [...html.matchAll(/<link\b[^>]*>/gi)].map(([tag]) => tag);
  const images = [...html.matchAll(/<meta property="og:image"[^>]*>/gi)].map(([tag]) => tag);
  return [
    ...links.filter((tag) => !tag.includes('rel="canonical"')).flatMap((tag) => attributes(tag, 'href')),
    ...images
      .flatMap((tag) => attributes(tag, 'content'))
      .map((url) => new URL(url, 'https://site.invalid').pathname),
  ];
}

/** @param {string} dist @returns {string[]} */
function manifestFaults(dist) {
  const { icons } = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8'));
  return icons
    .filter((/** @type {{ src: string }} */ { src }) => !target(dist, src))
    .map((/** @type {{ src: string }} */ { src }) => `  manifest.webmanifest: missing file ${src}`);
}

/** @param {string} dist @param {string} html @returns {string[]} */
export function faults(dist, html) {
  const own = ids(html);
  const links = [...html.matchAll(/<a\b[^>]*>/g)].flatMap(([tag]) => attributes(tag, 'href'));
  const named = ['src', 'srcset', 'data-src', 'poster'].flatMap((name) => attributes(html, name));
  const files = [...named, ...headFiles(html)];
  const targets = ['commandfor', 'popovertarget', 'aria-labelledby', 'aria-controls', 'for'].flatMap((name) =>
    attributes(html, name).flatMap((value) => value.split(' ')),
  );
  const pictures = [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
  const repeated = attributes(html, 'id').filter((id, index, all) => all.indexOf(id) !== index);
  return [
    ...links.map((href) => linkFault(dist, html, href.replaceAll('&amp;', '&'))),
    ...files.filter((src) => src.startsWith('/') && !target(dist, src)).map((src) => `missing file ${src}`),
    ...targets.filter((id) => !own.has(id)).map((id) => `nothing has the id ${id}`),
    ...repeated.map((id) => `two elements have the id ${id}`),
    ...pictures.filter((tag) => !/\salt(=|\s|>)/.test(tag)).map((tag) => `no alternative text: ${tag}`),
    ...(/<meta property="og:image"/.test(html) ? [] : ['no share image']),
    ...((html.match(/<h1\b/g) ?? []).length > 1 ? ['more than one h1'] : []),
    ...(/<title>[^<]{8,70}<\/title>/.test(html) ? [] : ['no title, or one too long for its place']),
  ].filter((fault) => fault !== null);
}

/**
 * Fails the build on a broken link or anchor, on a missing file (poster, film, share image, icon, font stylesheet), on a
 * reference to an element that is missing, and on a picture without alternative text. The content's schemas in
 * src/content check the length of headlines.
 * @returns {import('astro').AstroIntegration}
 */
export function contentCheck() {
  return {
    name: 'solostead:content-check',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const dist = fileURLToPath(dir);
        const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.html'),
        );
        const found = pages.flatMap((name) =>
          faults(dist, readFileSync(join(dist, name), 'utf8')).map((fault) => `  ${name}: ${fault}`),
        );
        found.push(...manifestFaults(dist));
        if (found.length > 0) throw new Error(`The pages have faults:\n${found.join('\n')}`);
      },
    },
  };
}
