// Refuses a class that no stylesheet has: of a CSS module by its import, or of the site's other stylesheets by its name. Refuses a
// CSS module that is imported outside of its folder.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

const read = (/** @type {string} */ file) => readFileSync(fromRoot(file), 'utf8');

/** Returns the classes of a stylesheet. @param {string} css @returns {Set<string>} */
function classesOf(css) {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\/|(['"]).*?\1|url\([^)]*\)|:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}

const sheets = listFiles('site/src/*.css');
const modules = new Map(
  sheets.filter((file) => file.endsWith('.module.css')).map((file) => [file, classesOf(read(file))]),
);
const shared = new Set(
  sheets.filter((file) => !modules.has(file)).flatMap((file) => [...classesOf(read(file))]),
);

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;
/** Its page has its own style. */
const DATA_PAGE = 'site/src/ui/data-page/data-page.ts';
/** The value of a `class` attribute: a text, or a template whose values are left out. */
const ATTRIBUTE = /\b(?:\w+C|c)lass(?:Name)?=(?:\{?'([^']*)'\}?|"([^"]*)"|\{`([^`]*)`\})/g;
const STYLE = /<style>([\s\S]*?)<\/style>/g;

/** @type {string[]} */
const findings = [];
/** Classes of modules that are read, by module. @type {Map<string, Set<string>>} */
const used = new Map([...modules.keys()].map((file) => [file, new Set()]));
/** Modules from which a class is read by a name that is computed. */
const computed = new Set();

for (const file of listFiles('site/src/*.ts*', 'site/src/*.astro').filter((name) => name !== DATA_PAGE)) {
  const text = read(file);
  const own = new Set([...text.matchAll(STYLE)].flatMap(([, css = '']) => [...classesOf(css)]));
  for (const [, name = '', from = ''] of text.matchAll(IMPORT)) {
    const module = from.startsWith('#')
      ? from.replace('#', 'site/src/')
      : normalize(join(dirname(file), from));
    const known = modules.get(module);
    if (!file.endsWith('.astro') && !file.startsWith(`${dirname(module)}/`))
      findings.push(`${file} imports ${module} of another folder`);
    for (const [, key = '', property = ''] of text.matchAll(
      new RegExp(`\\b${name}(?:\\[([^\\]]+)\\]|\\.(\\w+))(?! from)`, 'g'),
    )) {
      const literals = property ? [property] : [...key.matchAll(/'([^']+)'/g)].map(([, one = '']) => one);
      if (literals.length === 0) computed.add(module);
      for (const one of literals) {
        used.get(module)?.add(one);
        if (!known?.has(one) && property !== 'module') findings.push(`${file}: ${module} has no .${one}`);
      }
    }
  }
  for (const [, one, two, template] of text.matchAll(ATTRIBUTE)) {
    const names = (one ?? two ?? template ?? '')
      .replace(/\$\{[^}]*\}\S*/g, ' ')
      .split(/\s+/)
      .filter(Boolean);
    for (const name of names)
      if (!shared.has(name) && !own.has(name)) findings.push(`${file}: no stylesheet has .${name}`);
  }
}
for (const [file, classes] of modules)
  if (!computed.has(file))
    for (const name of classes)
      if (!used.get(file)?.has(name)) findings.push(`${file}: .${name} is not used`);
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
