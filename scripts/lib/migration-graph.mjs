/** A migration file. @typedef {{ name: string, text: string }} Migration */

const DEFINITION =
  /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+|materialized\s+)?(table|function|procedure|type|view|domain|sequence)\s+(if\s+not\s+exists\s+)?((?:public|private)\.\w+)/gi;
const TRIGGER =
  /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s+(\w+)[^;]*?\son\s+((?:public|private)\.\w+)/gi;
const INDEX = /\bcreate\s+(?:unique\s+)?index\s+(if\s+not\s+exists\s+)?(\w+)\s+on\b/gi;
const DROP = /^drop\s+(?:table|function|procedure|type|view|domain|sequence)\b/i;
/** A statement with the comments before it. A semicolon in a comment, a body or a string does not end it. */
const STATEMENT = /(?:--.*|\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|[^;])+(?:;|$)/g;
const NAME = /\b(?:public|private)\.\w+/gi;

/** A text inside the SQL that itself creates, changes or drops an object. */
const ASSEMBLED =
  /(?:'|\$\w*\$)\s*(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:unlogged\s+|unique\s+|materialized\s+|constraint\s+)*(?:table|function|procedure|type|view|domain|sequence|trigger|index|policy)\b/i;
/** Names of what reads a function's text in order to change it. */
const PATCHED = /\b(?:pg_get_functiondef|prosrc)\b/i;

/** @param {string} sql */
export const withoutComments = (sql) => sql.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/--.*$/gm, '');

/**
 * Returns the objects that a text creates, one entry for each statement.
 * @param {string} sql without comments
 * @returns {{ kind: string, name: string, isOptional: boolean }[]} optional if the statement leaves an existing one alone
 */
export function objectsOf(sql) {
  return [
    ...[...sql.matchAll(DEFINITION)].map(([, kind = '', optional, name = '']) => ({ kind, name, optional })),
    ...[...sql.matchAll(TRIGGER)].map(([, name = '', table = '']) => ({
      kind: 'trigger',
      name: `${name} on ${table}`,
      optional: undefined,
    })),
    ...[...sql.matchAll(INDEX)].map(([, optional, name = '']) => ({ kind: 'index', name, optional })),
  ].map(({ kind, name, optional }) => ({
    kind: kind.toLowerCase(),
    name: name.toLowerCase(),
    isOptional: optional !== undefined,
  }));
}

/** Returns the qualified names in a text. @param {string} sql without comments */
const namesIn = (sql) => new Set([...sql.matchAll(NAME)].map(([name]) => name.toLowerCase()));

/**
 * Returns the migrations without the statements whose object a later statement creates again or drops. Comments stay.
 * @template {Migration} File
 * @param {readonly File[]} migrations in their order
 * @returns {File[]}
 */
export function presentMigrations(migrations) {
  /** Names that a later statement creates or drops. @type {Set<string>} */
  const later = new Set();
  return migrations
    .toReversed()
    .map((file) => ({
      ...file,
      text: [...file.text.matchAll(STATEMENT)].reduceRight((text, [statement]) => {
        const code = statement.replace(/^(?:\s|--.*|\/\*[\s\S]*?\*\/)+/, '');
        const created = objectsOf(withoutComments(code)).map(({ name }) => name);
        const isReplaced = created.some((name) => later.has(name));
        for (const name of [...created, ...droppedIn(code)]) later.add(name);
        return isReplaced ? text.replace(code, () => '') : text;
      }, file.text),
    }))
    .toReversed();
}

/** Returns the names of dropped objects. A function's arguments may name types. @param {string} statement */
const droppedIn = (statement) =>
  DROP.test(statement) ? namesIn(statement.replaceAll(/\([^)]*\)/g, '')) : [];

/**
 * Returns the reasons why a file of migrations cannot be read from top to bottom: a name of a later file, an object that was
 * created before, or SQL that is assembled from text.
 * @param {readonly Migration[]} migrations in their order
 * @param {{ isFrozen?: boolean }} [state] once files are frozen, a later one may create an object again, after a `drop` or with
 * `or replace`, where PostgreSQL accepts it
 * @returns {string[]}
 */
export function graphProblems(migrations, { isFrozen = false } = {}) {
  const files = migrations.map(({ name, text }) => ({ name, sql: withoutComments(text) }));
  /** The first file that creates an object. @type {Map<string, { file: string, index: number }>} */
  const homes = new Map();
  const problems = files.flatMap(({ name: file, sql }, index) =>
    objectsOf(sql).flatMap(({ kind, name, isOptional }) => {
      // Tables, views and types share their names.
      const key = ['function', 'procedure', 'trigger'].includes(kind) ? `${kind} ${name}` : name;
      const home = homes.get(key);
      if (!home) homes.set(key, { file, index });
      const mayReplace = isFrozen && home?.file !== file && !isOptional;
      return home && !mayReplace
        ? [`${file} creates the ${kind} ${name} again, which ${home.file} has created`]
        : [];
    }),
  );
  return [...problems, ...files.flatMap((file, index) => fileProblems(file, index, homes))];
}

/**
 * @param {{ name: string, sql: string }} file
 * @param {number} index of the file
 * @param {ReadonlyMap<string, { file: string, index: number }>} homes
 */
function fileProblems({ name: file, sql }, index, homes) {
  const later = [...namesIn(sql)].flatMap((name) => {
    const home = homes.get(name) ?? homes.get(`function ${name}`) ?? homes.get(`procedure ${name}`);
    return home && home.index > index
      ? [`${file} names ${name}, which the later file ${home.file} creates`]
      : [];
  });
  return [
    ...later,
    ...(ASSEMBLED.test(sql) ? [`${file} assembles an object from text: write the statement`] : []),
    ...(PATCHED.test(sql) ? [`${file} reads the text of a function: write the function whole`] : []),
  ];
}
