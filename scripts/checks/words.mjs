// Checks how this project writes. Refuses unusual words in code, documents and texts that users read, and long titles and commit
// subjects. Warns about long documents and fails 5 % above their limits.
import { readFileSync } from 'node:fs';
import { longSubjects } from '../lib/commit-subjects.mjs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot, root } from '../lib/project.mjs';
import { readTexts } from '../lib/read-texts.mjs';

/** Servers, services and the names of paths, variables and addresses may have the short word. */
const MAIL = /(?<![\w./:@<{-])(?:e-)?mails?(?![\w./:@>}=-]| (?:server|captured|and backups|FROM)\b|, keys)/i;

/**
 * Each word with the usual term and the places that refuse it: `code` is every line of code and documents, of SQL the comments, `site` those of
 * the site's scripts, `shown` the texts that users read, `prose` comments and documents.
 * @type {[word: RegExp, instead: string, ...places: ('code' | 'site' | 'shown' | 'prose')[]][]}
 */
const words = [
  [/\b(who(so)?ever|nobody|somebody|everybody)\b/i, 'the caller, visitor, row or role, or no one', 'code'],
  [/\bbrake(s|d)?\b/i, 'rate limit, abuse protection', 'code', 'prose'],
  [/\bways[ -]in\b|\bwaysIn\b/i, 'sign-in methods', 'code'],
  [/\bgraduat(e|es|ed|ion)\b/i, 'move (to Supabase)', 'code'],
  [/\bwake(OnUse|s|n)?\b|\basleep\b/i, 'hydrate', 'code'],
  [/\bpatience\b/i, 'timeout, with its unit', 'code'],
  [/\bdeaf(en|ened)?\b/i, 'unsubscribe, disconnected', 'code'],
  [
    /\b(?:const|let|function|interface|type|readonly) \W?(?:is|was)?(?:given|asked|kept|said|told|deeds?|heeded)\b/i,
    'provided, requested, stored, shown, action',
    'code',
  ],
  [/\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|timeOrigin/, 'serverNow, for the device may be wrong', 'site'],
  [/\banew\b/i, 'again', 'shown', 'prose'],
  [/\bbeside\b/i, 'next to, except', 'shown', 'prose'],
  [/\bso many\b|\bat the most\b/i, 'N, at most N, a limit', 'shown', 'prose'],
  [/\bby (?:itself|themselves)\b/i, 'automatically', 'shown', 'prose'],
  [/\bmeanwhile\b/i, 'while …', 'shown', 'prose'],
  [/\bat hand\b/i, 'ready, available', 'shown', 'prose'],
  [/\bof (?:its|our|their) own\b(?!, in your name)/i, 'separate, its own …', 'shown', 'prose'],
  [/\b(?:is|are|be|been|was|were) told\b/i, 'notified, shown', 'shown'],
  [/\bone[’']s own\b/i, 'their own', 'shown'],
  [/(?<!of )\bwhom\b/i, 'who, or name the actor', 'shown'],
  [/\bgo on (?:in|with)\b|^\s*Go on\s*$/i, 'continue', 'shown'],
  [
    /\bstill stands\b|\bstands as\b|\bno longer stands\b|\bstands in\b(?! the way)/i,
    'is valid, is in',
    'shown',
  ],
  [/@\S+ is out\b|\$\{\w+\} is out\b/i, 'was removed', 'shown'],
  [/\bhas words\b/i, 'has a text', 'shown'],
  [/\bbrings a backup back\b|\btak(?:e|es|en) back\b|\btook back\b/i, 'restores, undoes, removes', 'shown'],
  [/\bwhether (?:all|everything) is\b/i, 'checks …', 'shown'],
  [/\bwho may enter\b/i, 'admins, members', 'shown'],
  [/\bknow it by\b/i, 'name', 'shown'],
  [/\blet in\b/i, 'given access', 'shown'],
  [/\b(?:holds|kept) (?:back|it|them)\b/i, 'saved, delayed', 'shown'],
  [MAIL, 'email', 'shown'],
  [/\b(?:stands?|stood) (?:in|on|there|at|behind)\b/i, 'is in', 'prose'],
  [/\b(?:lies|lie|lay) (?:in|beside|there|at|on)\b/i, 'is in', 'prose'],
  [/\bmend(s|ed|ing)?\b/i, 'fix', 'prose'],
  [/\balike\b/i, 'the same', 'prose'],
  [
    /(?<!\b(?:was|were|be|is|been|being|last|not|so|they|unless) )\btold\b/i,
    'shows, returns, reports',
    'prose',
  ],
  [/\bstrangers?\b/i, 'anonymous user', 'prose'],
  [/\b(?:let|lets|letting) in\b/i, 'grant access', 'prose'],
  [/\b(?:forgotten mails?|hearers?|deeds?)\b/i, 'unsent mails, listeners, actions', 'prose'],
  [/\bgo(?:es)? on\b/i, 'continues', 'prose'],
];

/** The words of documents, by their pattern. The check warns above a limit, and fails 5 % above it. @type {Record<string, number>} */
const limits = { ':(glob)README.md': 700, 'docs/performance.md': 1500, '*.md': 22_000 };
const AIR = 0.05;
const MAX_TITLE_LENGTH = 120;

const CODE = /\.(ts|tsx|astro|mjs|sql|css|toml|md)$|^\.env\.example$/;
/** History, generated files, words for people, and this list itself may use any word. */
const ANY_WORD =
  /^(site\/src\/content\/|docs\/glossary\.md|docs\/pictures|package-lock|CHANGELOG|scripts\/checks\/words\.mjs|tests\/fixtures\/)/;
/** SQL has names of PostgreSQL's and of data, so its comments alone are checked. */
const MIGRATION = /^(supabase\/migrations|server\/src\/database\/platform)\//;
/** Tests of the site, its clocks, and what the device's clock compares with itself or writes into a build. */
const OWN_CLOCK = /\.test\.tsx?$|supabase\/(session-)?clock\.ts$|states\/Offline\.tsx$|pages\/\.well-known\//;
/** Names that are not ours to choose: commands of version 0.1, a Unix user, the label for no assignee. */
const NAMES = /(['`])(brakes|graduate|nobody|Nobody)\1/g;
/** A plural that is built by hand. */
const HAND_MADE_PLURAL = /=== 1\s*\?\s*['"`]/;
const WITH_PLURALS = /^(?:site\/src|lab\/src|supabase\/functions)\/(?!.*\/plural\.ts$).*\.tsx?$/;

/** Files with texts for users, which are also messages of SQL and output of commands. */
const SHOWN =
  /^(?:site\/src|lab\/src|server\/(?:src|start\.mjs)|supabase\/(?:functions|migrations|templates))\b.*\.(?:tsx?|mjs|sql|yaml|astro|html|md)$/;
const NOT_SHOWN = /\.(?:test|sample)\.|README\.md$|\/golden\//;
/** Decisions, changelogs, the server's own documents, generated ones and the pages' texts have no limit of words. */
const UNCOUNTED =
  /^(docs\/decisions\/|docs\/database\.md|CHANGELOG|server\/|site\/src\/content\/|tests\/fixtures\/)/;

/** A line of a comment, or the comment behind a statement. */
const COMMENT = /(?:^\s*(?:\/\*\*?|\*)|(?:^|\s)(?:\/\/|--))\s(.*)/;
/** A doc comment, or a comment of SQL, that begins with a free relative clause. */
const RELATIVE_BEGINNING =
  /(?:\/\*\*[\s*]*|(?:^|\n)(?!--).*\n-- )(What|How|Whether|Who|Whom|Whose|So|As|Where|When|Which|Those|That|The one)\b/;
/** The title of a test or of a group of tests, between its quotes. */
const TITLE = /\b(?:test|testHere|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;

let refused = 0;
/** @param {string} sentence */
const refuse = (sentence) => {
  refused += 1;
  console.log(sentence);
};

/** @param {string} file @param {number} line @param {string} text @param {'code' | 'site' | 'shown' | 'prose'} where */
function refuseWords(file, line, text, where) {
  for (const [word, instead] of words.filter(([, , ...places]) => places.includes(where))) {
    const [match] = word.exec(text) ?? [];
    if (match) refuse(`${file}:${line} says "${match}": write ${instead}`);
  }
}

/** Returns the part of a line that people read: a comment, or all of a document. @param {string} file @param {string} line */
const proseOf = (file, line) =>
  (file.endsWith('.md') ? line : (COMMENT.exec(line)?.[1] ?? '')).replaceAll(/`[^`]*`|"[^"]*"/g, 'X');

for (const file of listFiles().filter((name) => CODE.test(name) || SHOWN.test(name))) {
  const text = readFileSync(fromRoot(file), 'utf8');
  const isSite = /^site\/src\/.*\.(tsx?|astro)$/.test(file) && !OWN_CLOCK.test(file);
  for (const [place, line] of CODE.test(file) ? text.split('\n').entries() : []) {
    if (!ANY_WORD.test(file))
      refuseWords(
        file,
        place + 1,
        (MIGRATION.test(file) ? proseOf(file, line) : line).replace(NAMES, ''),
        'code',
      );
    if (isSite) refuseWords(file, place + 1, line, 'site');
    if (!file.endsWith('.md') || !UNCOUNTED.test(file))
      refuseWords(file, place + 1, proseOf(file, line), 'prose');
  }
  if (SHOWN.test(file) && !NOT_SHOWN.test(file))
    for (const { line, text: shown } of readTexts(file, text)) refuseWords(file, line, shown, 'shown');
  if (WITH_PLURALS.test(file) && HAND_MADE_PLURAL.test(text))
    refuse(`${file} builds a plural: use plural() of the contract`);
  const [, beginning] = RELATIVE_BEGINNING.exec(file.endsWith('.md') ? '' : text) ?? [];
  if (beginning) refuse(`${file} begins a comment with "${beginning}": begin with its subject`);
  if (/\.(test|spec)\.tsx?$/.test(file))
    for (const [, , title = ''] of text.matchAll(TITLE))
      if (title.length > MAX_TITLE_LENGTH) refuse(`${file} has a title of ${title.length} characters`);
}
for (const subject of longSubjects(root))
  refuse(`"${subject}" is too long for the subject of a commit: the reason goes into the body`);

for (const [pattern, limit] of Object.entries(limits)) {
  const documents = listFiles(pattern).filter((file) => !UNCOUNTED.test(file));
  const text = documents.map((file) => readFileSync(fromRoot(file), 'utf8')).join('\n');
  const count = text.split(/\s+/).filter(Boolean).length;
  if (count > limit * (1 + AIR)) refuse(`${pattern} has ${count} words`);
  if (count > limit) console.log(`warning: ${pattern} has ${count} words, the limit is ${limit}`);
}
if (refused > 0) console.log(`findings: ${refused}`);
process.exitCode = refused > 0 ? 1 : 0;
