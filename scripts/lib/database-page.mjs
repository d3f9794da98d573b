import { objectsOf, presentMigrations, withoutComments } from './migration-graph.mjs';

/** @typedef {import('./migration-graph.mjs').Migration} Migration */
/** A migration with its subject and floor. @typedef {Migration & { subject: string, floor: string }} Placed */

const HEAD = `# The database

\`npm run fix\` writes this page from \`supabase/migrations\` and \`tests/wire/permissions/expectations.ts\`. \`npm run check -- database\`
compares it. A heading of the third level is the subject in a file's name. That file has the present definition of what is listed
below the heading. A function of the data API is listed with its lowest caller: \`anon\`, \`authenticated\`, \`reader\`, \`reviewer\`,
\`owner\`, or \`service_role\` alone.

Personal data means words, a name or an address of a person. Ids and hashes are not marked.

The floors from the ground up with their subjects, in the order of the files. Each file uses earlier ones only.
`;

/** @param {Migration} migration @returns {Placed} */
function placed(migration) {
  const [, subject = migration.name] = /^\d+_(\w+)\.sql$/.exec(migration.name) ?? [];
  const [, floor] = /^-- On the floor `(\w+)`\.$/m.exec(migration.text) ?? [];
  if (!floor) throw new Error(`${migration.name} has no line "-- On the floor \`…\`."`);
  return { ...migration, subject, floor };
}

/** @param {string} lines of a comment */
function firstSentence(lines) {
  const text = lines.replaceAll(/^-- ?/gm, '').replaceAll(/\s+/g, ' ').trim();
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/** The statement of a table or view with the comment before it. A remark may follow its last semicolon. */
const RELATION =
  /((?:^--.*\n)*)^(create (?:or replace )?(?:unlogged )?|alter )(table|view) (\S+)((?:.*\n)*?.*;\s*?(?:--.*)?$)/gm;
const PERSONAL_COLUMN =
  /(?:^ {2}|\badd column (?:if not exists )?)(?!add column )(\w+) .*-- personal data$/gm;

/**
 * Returns the line of each table and view, and of each changed one that gets columns with personal data.
 * @param {Placed} file
 */
function relationsOf({ name: file, text }) {
  return [...text.matchAll(RELATION)].flatMap(([, comment = '', verb = '', kind, name = '', body = '']) => {
    const personal = [...body.matchAll(PERSONAL_COLUMN)].map(([, column]) => `\`${column}\``);
    const isNew = verb !== 'alter ';
    if (!isNew && personal.length === 0) return [];
    if (isNew && !comment) throw new Error(`${file} does not describe ${name}: write a comment before it`);
    const marked = personal.length > 0 ? ` Personal data: ${personal.join(', ')}.` : '';
    const summary = isNew ? firstSentence(comment) : 'More columns.';
    return [`- ${kind} \`${name.replace('public.', '')}\`: ${summary}${marked}`];
  });
}

/**
 * @param {Placed} file
 * @param {Readonly<Record<string, string>>} callers
 */
function sectionOf(file, callers) {
  const [, header] = /^-- On the floor .*\n((?:--.*\n)+)/m.exec(file.text) ?? [];
  if (!header) throw new Error(`${file.name} does not say what it is about: write so below its floor`);
  const functions = objectsOf(withoutComments(file.text))
    .filter(({ kind }) => kind === 'function')
    .map(({ name }) => name.replace('public.', ''))
    .map((name) => (name in callers ? `- \`${name}\` for ${callers[name]}` : `- \`${name}\``));
  const lines = [...relationsOf(file), ...functions];
  return [`### ${file.subject}`, firstSentence(header), ...(lines.length > 0 ? [lines.join('\n')] : [])].join(
    '\n\n',
  );
}

/**
 * Returns the page about the database: its floors, their tables with personal data, and functions with their callers.
 * @param {readonly Migration[]} migrations in their order
 * @param {Readonly<Record<string, string>>} callers the lowest caller of each function of the data API
 */
export function databasePage(migrations, callers) {
  const files = presentMigrations(migrations.map(placed));
  const floors = [...new Set(files.map(({ floor }) => floor))];
  const parts = floors.map((floor) => ({ floor, of: files.filter((file) => file.floor === floor) }));
  return `${[
    HEAD.trimEnd(),
    parts
      .map(({ floor, of }, at) => `${at + 1}. ${floor}: ${of.map(({ subject }) => subject).join(', ')}`)
      .join('\n'),
    ...parts.flatMap(({ floor, of }) => [
      `## ${floor[0]?.toUpperCase()}${floor.slice(1)}`,
      ...of.map((file) => sectionOf(file, callers)),
    ]),
  ].join('\n\n')}\n`;
}
