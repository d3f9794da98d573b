// Lists the samples that are left in the site's content and settings. Exits with 1 if there are any.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readArguments } from '../server/start.mjs';
import { fromRoot, root } from './lib/project.mjs';

const HELP = `npm run check:launch: lists what to replace before going live

  --site   checks the site's content and the settings, and not the promises of the database

  SITE_URL, SMTP_URL and MAIL_FROM are read from the environment or .env.`;

/** Sample marks, domains that exist for examples, and placeholder profiles. */
const SAMPLE = /\bsample\b|\.example\b|\bexample\.(org|com|net)\b|exampleland/i;

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

/** Lists the samples of the content files, with the fields in front of a legal page, and of the postal address. */
async function samplesInContent() {
  const { parseYaml } = await import('../site/src/content/read/read-content.ts');
  const { postalAddress } = await import('../supabase/functions/_shared/contract/postal-address.ts');
  const files = globSync('site/src/content/{*.yaml,legal/*.md}', { cwd: root }).sort();
  const written = files.map((file) => {
    const [text] = readFileSync(fromRoot(file), 'utf8').split(/^---$/m).filter(Boolean);
    return [file, parseYaml(text, file)];
  });
  const address = ['supabase/functions/_shared/contract/postal-address.ts', { postalAddress }];
  return [...written, address].flatMap(([file, value]) =>
    [...samplesOf(value, '')].map(([path, text]) =>
      `${file}  ${path.slice(1)}\n    ${text}`.replace(/ +$/m, ''),
    ),
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
  if (options.site) return [];
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

const { values: options } = readArguments(HELP, { site: { type: 'boolean' } });
if (existsSync(fromRoot('.env'))) process.loadEnvFile(fromRoot('.env'));
const open = [...(await samplesInContent()), ...settingsToMake(), ...(await differingFromDatabase())];
for (const line of open) console.log(`- ${line}`);
console.log(
  open.length === 0 ? 'Nothing left: ready to go live.' : `\n${open.length} to replace before going live.`,
);
process.exitCode = open.length === 0 ? 0 : 1;
