import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss from 'postcss';

/** The marker that pages/index.astro leaves at the end of its first screen. */
const MARK = /<link rel="stylesheet" href="([^"]*)" data-below(?:="[^"]*")?>/;
const STYLE = /<style>([\s\S]*?)<\/style>/g;
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

/** @param {string} dist @param {string} html @returns {string} the page with its lower styles in a separate file */
function withStylesBelow(dist, html) {
  const mark = MARK.exec(html);
  if (!mark) return html;
  const [tag, href = ''] = mark;
  const css = [...html.matchAll(STYLE)].map(([, text]) => text).join('\n');
  const { above, below } = divide(css, classes(html.slice(0, mark.index)));
  const linked = join(dist, href);
  const text = below + (existsSync(linked) ? readFileSync(linked, 'utf8') : '');
  const name = `/_astro/below.${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(dist, name), text);
  let isFirst = true;
  return html.replace(tag, `<link rel="stylesheet" href="${name}">`).replace(STYLE, () => {
    const style = isFirst ? `<style>${above}</style>` : '';
    isFirst = false;
    return style;
  });
}

/**
 * Keeps the styles of the content above a page's mark in its head, and links the others at the mark. A stylesheet in
 * the body blocks only the content after it, so the first paint does not wait for it.
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
