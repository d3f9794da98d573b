// Lists the samples that are left in the site's content and settings. Exits with 1 if there are any.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, root } from './lib/project.mjs';

const HELP = `npm run check:launch: lists what to replace before going live

  --site   look at the site's content and the settings alone, not whether the database promises the same

  SITE_URL, SMTP_URL, MAIL_FROM   are looked at as well, from the environment or .env`;

/** Sample marks, domains that exist for examples, and placeholder profiles. */
const SAMPLE = /\bsample\b|\.example\b|\bexample\.(org|com|net)\b|exampleland/i;

/** Built from the content files by modules that only Astro can run. */
const NEEDS_ASTRO = /(entries|form-answers|structured-data)\.ts$/;

/** @param {object} value @returns {string} the first text of a group of fields, or the names of its fields */
const firstText = (value) =>
  Object.values(value).find((part) => typeof part === 'string') ??
  Object.keys(value)
    .filter((name) => name !== 'sample')
    .join(', ');

/**
 * Yields every sample of a content file with its path: groups marked `sample: true`, and example texts.
 * @param {unknown} value
 * @param {string} path
 * @returns {Generator<[string, string]>}
 */
function* samplesOf(value, path) {
  if (typeof value === 'string') {
    // A nested text called `sample` is a page's label for samples.
    if (SAMPLE.test(value) && !/\..+\.sample$/.test(path)) yield [path, value];
  } else if (value !== null && typeof value === 'object') {
    if ('sample' in value && value.sample === true) yield [path, firstText(value)];
    else for (const [key, part] of Object.entries(value)) yield* samplesOf(part, `${path}.${key}`);
  }
}

/** @param {string} folder @returns {Promise<[string, unknown][]>} the content of each file, by its name */
async function contentOf(folder) {
  const { contentFiles, legalPages } = await import(join(folder, 'schema/files.ts'));
  const { readContent } = await import(join(folder, 'read/read-content.ts'));
  const names = Object.keys(contentFiles);
  const written = names.map((name) => [contentFiles[name].file, readContent(folder, name)]);
  const { readLegal } = await import(join(folder, 'read/read-legal.ts'));
  const legal = legalPages.map((page) => [`legal/${page}.md`, readLegal(folder, page).data]);
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(admin\/)?[^/]*(?<!\.test)\.ts$/.test(file) && !NEEDS_ASTRO.test(file),
  );
  const imported = modules.map(async (file) => [file, { ...(await import(join(folder, file))) }]);
  return [...written, ...legal, ...(await Promise.all(imported))];
}

const isBrand = (file) => file === 'brand.yaml' || file === 'postal-address.ts';

async function samplesInContent() {
  const contents = await contentOf(fromRoot('site/src/content'));
  const quoted = contents.filter(([file]) => isBrand(file));
  const brand = quoted.flatMap(([, value]) => [...samplesOf(value, '')].map(([, text]) => text));
  // A text that quotes the brand is fixed in the brand.
  const isOwn = (file, text) => isBrand(file) || !brand.some((sample) => text.includes(sample));
  return contents.flatMap(([file, value]) =>
    [...samplesOf(value, '')]
      .filter(([, text]) => isOwn(file, text))
      .map(([path, text]) => `site/src/content/${file}  ${path.slice(1)}\n    ${text}`.replace(/ +$/m, '')),
  );
}

function settingsToMake() {
  const { SITE_URL = '', SMTP_URL = '', MAIL_FROM = '' } = process.env;
  return [
    SITE_URL.startsWith('https://') ? null : 'SITE_URL  is not set to a public https address',
    SMTP_URL ? null : 'SMTP_URL  is not set: mail would be captured, not sent',
    MAIL_FROM && !SAMPLE.test(MAIL_FROM) ? null : 'MAIL_FROM  is not set to an address of your own',
  ].filter((line) => line !== null);
}

/**
 * Lists promises of the pages that the database does not keep. Before the first start there is no database.
 * @returns {Promise<string[]>}
 */
async function differingFromDatabase() {
  if (process.argv.includes('--site')) return [];
  try {
    const { readLabConfig } = await import('../lab/src/configuration.ts');
    const { chooseProject } = await import('@solostead/server');
    const { withDatabases } = await import('@solostead/server/commands');
    const { differingTerms } = await import('../lab/src/doctor/terms.ts');
    const { readContent } = await import('../site/src/content/read/read-content.ts');
    chooseProject(root);
    const config = readLabConfig();
    if (!config.databaseUrl && !existsSync(config.dataDir)) return [];
    const promised = readContent(fromRoot('site/src/content'), 'terms');
    return await withDatabases(config, 'check:launch', ({ owner }) => differingTerms(owner.query, promised));
  } catch (error) {
    return [`The database could not be asked whether it promises what the pages do: ${error.message}`];
  }
}

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  if (existsSync(fromRoot('.env'))) process.loadEnvFile(fromRoot('.env'));
  const open = [...(await samplesInContent()), ...settingsToMake(), ...(await differingFromDatabase())];
  for (const line of open) console.log(`- ${line}`);
  console.log(
    open.length === 0 ? 'Nothing left: ready to go live.' : `\n${open.length} to replace before going live.`,
  );
  process.exitCode = open.length === 0 ? 0 : 1;
}
