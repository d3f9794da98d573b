/** The styles of a page that a careful developer would write by hand: one file, system fonts, no script. */
const STYLE = `body{max-width:60rem;margin:0 auto;padding:1rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#121613;background:#f5f7f4}
h1{font-size:3.5rem;line-height:1}h2{margin-top:4rem;font-size:2.5rem}a{color:#0a6349}td,th{padding:.5rem;text-align:left}`;

const allowed = new Set(
  'html head body title main header footer nav section article h1 h2 h3 p ul ol li dl dt dd table thead tbody tr td th a button form label input fieldset legend blockquote figure figcaption address strong dialog s div'.split(
    ' ',
  ),
);

/** Returns a built page as plain HTML: the same words, elements and links without scripts, drawings and attributes. */
export function handMade(html: string): string {
  const words = html
    .replace(/<(script|style|svg|noscript|picture|video)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(link|meta)\b[^>]*>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(\/?)([a-z0-9-]+)([^>]*)>/g, (_, slash: string, name: string, attributes: string) => {
      if (!allowed.has(name)) return '';
      const [href = ''] = / href="[^"]*"/.exec(attributes) ?? [];
      return `<${slash}${name}${slash ? '' : href}>`;
    })
    .replace(/\s+/g, ' ');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style>`;
  return `<!doctype html>${words.replace('<head>', `<head>${head}`)}`;
}
