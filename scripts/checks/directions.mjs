// Checks import directions with .dependency-cruiser.mjs, that no two folders of the admin area import each other, and that a CSS
// module is imported in its folder and below it only.
import { dirname } from 'node:path';
import { bin, fromRoot, root } from '../lib/project.mjs';
import { listen } from '../lib/run.mjs';

/** Folders below this one import in one direction only. */
const AREA = 'site/src/admin';
const areas = ['lab/src', 'site/src', 'tests', 'bench', 'deploy', 'scripts', 'supabase/functions'];

/**
 * @typedef {{ source: string, dependencies: { module: string, resolved: string }[] }} Module
 * @typedef {{ rule: { name: string }, from: string, to: string, comment?: string }} Violation
 */

const { output } = await listen(
  bin('node'),
  [
    ...[bin('depcruise'), ...areas, '--output-type', 'json'],
    ...['--cache', fromRoot('.cache', 'checks', 'directions'), '--cache-strategy', 'content'],
  ],
  { cwd: root, env: process.env },
);
/** @type {{ modules: Module[], summary: { violations: Violation[] } }} */
const { modules, summary } = JSON.parse(output);

/** The scripts of the area that run in a browser. @param {string} file */
const isCounted = (file) =>
  file.startsWith(`${AREA}/`) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);

/** One import of each pair of folders, by 'importing folder > imported folder'. @type {Map<string, string>} */
const pairs = new Map();
for (const { source, dependencies } of modules.filter((module) => isCounted(module.source)))
  for (const { resolved } of dependencies.filter((dependency) => isCounted(dependency.resolved)))
    pairs.set(`${dirname(source)} > ${dirname(resolved)}`, `${source} → ${resolved}`);

/** An import that climbs further names its package, or `#folder` in the site. */
const MAX_CLIMB = 3;
const climbs = modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ module }) => module.split('../').length - 1 > MAX_CLIMB)
    .map(({ module }) => `climbs-too-far: ${source} → ${module}`),
);

const foreignStyles = modules.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ resolved }) => resolved.endsWith('.module.css') && !source.startsWith(`${dirname(resolved)}/`))
    .map(({ resolved }) => `imports-styles-of-another-folder: ${source} → ${resolved}`),
);

const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
for (const [pair, example] of pairs) {
  const [from = '', to = ''] = pair.split(' > ');
  const back = pairs.get(`${to} > ${from}`);
  if (back && from < to) lines.push(`folders-import-each-other: ${example}, ${back}`);
}
lines.push(...climbs, ...foreignStyles);
for (const line of lines) console.log(line);
console.log(`${modules.length} modules, ${lines.length} findings`);
process.exitCode = lines.length > 0 ? 1 : 0;
