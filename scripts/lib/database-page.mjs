import { homesOf, namesIn, objectsOf, withoutComments } from './migration-graph.mjs';

/** @typedef {import('./migration-graph.mjs').Migration} Migration */
/** A migration with its subject and floor. @typedef {Migration & { subject: string, floor: string }} Placed */

const HEAD = `# The database

\`npm run fix\` writes this page from \`supabase/migrations\` and \`tests/wire/permissions/expectations.ts\`. \`npm run check -- database\`
compares it. A heading of the third level is the subject in a file's name. That file has the present definition of what is listed
below the heading.

Personal data means words, a name or an address of a person. Ids and hashes are not marked.
`;

/** The callers of \`expectations.ts\` with their headings. @type {Readonly<Record<string, string>>} */
const CALLERS = {
  anon: 'Anonymous users, and everyone below',
  authenticated: 'Signed-in users, and members',
  reader: 'Readers, reviewers and owners',
  reviewer: 'Reviewers and owners',
  owner: 'Owners',
  service_role: 'The service role alone',
};

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

/**
 * Returns the line of each table and view, with the columns that hold personal data.
 * @param {Placed} file
 * @param {(name: string) => boolean} isHere whether the present definition is in this file
 */
function relationsOf({ name: file, text }, isHere) {
  const tables = /((?:^--.*\n)*)^create (?:unlogged )?(table|view) (\S+)((?:.*\n)*?(?=.*;\s*(?:--.*)?$))/gm;
  return [...text.matchAll(tables)]
    .filter(([, , , name = '']) => isHere(name))
    .map(([, comment = '', kind, name = '', body = '']) => {
      if (!comment) throw new Error(`${file} does not describe ${name}: write a comment before it`);
      const personal = [...body.matchAll(/^ {2}(\w+) .*-- personal data$/gm)].map(
        ([, column]) => `\`${column}\``,
      );
      const marked = personal.length > 0 ? ` Personal data: ${personal.join(', ')}.` : '';
      return `- ${kind} \`${name.replace('public.', '')}\`: ${firstSentence(comment)}${marked}`;
    });
}

/** @param {Placed} file @param {ReadonlyMap<string, string>} homes */
function sectionOf(file, homes) {
  const isHere = (/** @type {string} */ name) => homes.get(name) === file.name;
  const [, header] = /^-- On the floor .*\n((?:--.*\n)+)/m.exec(file.text) ?? [];
  if (!header) throw new Error(`${file.name} does not say what it is about: write so below its floor`);
  const inner = objectsOf(withoutComments(file.text))
    .filter(({ kind, name }) => kind === 'function' && name.startsWith('private.') && isHere(name))
    .map(({ name }) => `- \`${name}\``);
  const lines = [...relationsOf(file, isHere), ...inner];
  return [`### ${file.subject}`, firstSentence(header), ...(lines.length > 0 ? [lines.join('\n')] : [])].join(
    '\n\n',
  );
}

/** Returns a diagram of the floors. An arrow that other arrows imply is left out. @param {readonly Placed[]} files */
function diagramOf(files) {
  // Of objects that a later file replaced, the first file counts, so that no floor uses a higher one.
  const homes = homesOf(files.toReversed());
  const floors = [...new Set(files.map(({ floor }) => floor))];
  /** @type {Map<string, Set<string>>} */
  const uses = new Map(floors.map((floor) => [floor, new Set()]));
  for (const { text, floor } of files)
    for (const name of namesIn(withoutComments(text))) {
      const home = files.find((file) => file.name === homes.get(name));
      if (home && home.floor !== floor) uses.get(floor)?.add(home.floor);
    }
  const isImplied = (/** @type {string} */ from, /** @type {string} */ to) =>
    [...(uses.get(from) ?? [])].some((between) => between !== to && uses.get(between)?.has(to));
  return [
    ...['```mermaid', 'graph TD'],
    ...floors.map((floor) => {
      const subjects = files.filter((file) => file.floor === floor).map(({ subject }) => subject);
      return `  ${floor}["<b>${floor}</b><br>${subjects.join('<br>')}"]`;
    }),
    ...floors.flatMap((from) =>
      [...(uses.get(from) ?? [])].filter((to) => !isImplied(from, to)).map((to) => `  ${from} --> ${to}`),
    ),
    '```',
  ].join('\n');
}

/** @param {readonly Placed[]} files @param {Readonly<Record<string, string>>} callers by function */
function functionsOf(files, callers) {
  const homes = homesOf(files);
  const subject = (/** @type {string} */ name) =>
    files.find((file) => file.name === homes.get(`public.${name}`))?.subject;
  return Object.entries(CALLERS).flatMap(([caller, heading]) => {
    const names = Object.keys(callers).filter((name) => callers[name] === caller && subject(name));
    return [
      `### ${heading}`,
      names
        .toSorted()
        .map((name) => `- \`${name}\` (${subject(name)})`)
        .join('\n'),
    ];
  });
}

/**
 * Returns the page about the database: its floors, tables with their personal data, and functions with their callers.
 * @param {readonly Migration[]} migrations in their order
 * @param {Readonly<Record<string, string>>} callers the lowest caller of each function of the data API
 */
export function databasePage(migrations, callers) {
  const files = migrations.map(placed);
  const floors = [...new Set(files.map(({ floor }) => floor))];
  const homes = homesOf(files);
  return `${[
    HEAD.trimEnd(),
    '## Floors',
    diagramOf(files),
    ...floors.flatMap((floor) => [
      `## ${floor[0]?.toUpperCase()}${floor.slice(1)}`,
      ...files.filter((file) => file.floor === floor).map((file) => sectionOf(file, homes)),
    ]),
    '## Functions by caller',
    ...functionsOf(files, callers),
  ].join('\n\n')}\n`;
}
