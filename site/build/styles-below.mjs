import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss from 'postcss';

/** The marker that pages/index.astro leaves at the end of its first screen. */
const MARK = /<link rel="stylesheet" href="([^"]*)" data-below(?:="[^"]*")?>/;
/** A style element outside `noscript`, which is matched as a whole without a text. */
const STYLE = /<noscript>[\s\S]*?<\/noscript>|<style>([\s\S]*?)<\/style>/g;
const nesting = new Set(['media', 'supports', 'container', 'starting-style']);

/** @param {string} html @returns {Set<string>} every class of its elements */
const classes = (html) =>
  new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));

/**
 * Divides a stylesheet. A rule with a class that is not in `above` goes below, all others stay above. Both parts keep
 * their order.
 * @param {string} css @param {Set<string>} above @returns {{ above: string, below: string }}
 */
export function divide(css, above) {
  const stays = (/** @type {string} */ selector) =>
    [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].every(([, name = '']) => above.has(name));
  /** @param {import('postcss').Container} from @param {boolean} isAbove */
  const take = (from, isAbove) => {
    for (const node of [...(from.nodes ?? [])]) {
      if (node.type === 'rule') {
        node.selectors = node.selectors.filter((selector) => stays(selector) === isAbove);
        if (node.selector === '') node.remove();
      } else if (node.type === 'atrule' && nesting.has(node.name)) {
        take(node, isAbove);
        if (node.nodes?.length === 0) node.remove();
      } else if (!isAbove) node.remove();
    }
    return from.toString();
  };
  return { above: take(postcss.parse(css), true), below: take(postcss.parse(css), false) };
}

/**
 * Drops the later copies of rules. Two bundles of a page may contain the same stylesheet, whose second copy would
 * override the rules of the modules between the two.
 * @param {string} css @returns {string}
 */
export function withoutCopies(css) {
  const sheet = postcss.parse(css);
  const seen = new Set();
  for (const node of [...sheet.nodes]) if (seen.size === seen.add(node.toString()).size) node.remove();
  return sheet.toString();
}

/** @param {string} html @param {string} css @returns {string} the page with one style element in place of all */
function withStyle(html, css) {
  let isFirst = true;
  return html.replace(STYLE, (found, text) => {
    if (text === undefined) return found;
    const style = isFirst ? `<style>${css}</style>` : '';
    isFirst = false;
    return style;
  });
}

/**
 * @param {string} dist @param {string} html
 * @returns {string} the page with each rule of its style elements once, and with its lower styles in a separate file if it has a mark
 */
function withStylesBelow(dist, html) {
  const css = withoutCopies([...html.matchAll(STYLE)].map(([, text = '']) => text).join('\n'));
  const mark = MARK.exec(html);
  if (!mark) return withStyle(html, css);
  const [tag, href = ''] = mark;
  const { above, below } = divide(css, classes(html.slice(0, mark.index)));
  const linked = join(dist, href);
  const text = below + (existsSync(linked) ? readFileSync(linked, 'utf8') : '');
  const name = `/_astro/below.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(dist, name), text);
  return withStyle(html.replace(tag, `<link rel="stylesheet" href="${name}">`), above);
}

/**
 * Keeps the styles of the content above a page's mark in its head, and links the others at the mark. A stylesheet in
 * the body blocks only the content after it, so the first paint does not wait for it. A page's style elements have each rule once.
 * @returns {import('astro').AstroIntegration}
 */
export function stylesBelow() {
  return {
    name: 'solostead:styles-below',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const dist = fileURLToPath(dir);
        for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
          if (!name.endsWith('.html')) continue;
          const file = join(dist, name);
          writeFileSync(file, withStylesBelow(dist, readFileSync(file, 'utf8')));
        }
      },
    },
  };
}
