// Checks how this project writes. Refuses unusual words in code, documents and texts that users read, and long titles and commit
// subjects. Measures comments and documents, prints where a limit is exceeded, and fails 5 % above it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot, root } from '../lib/project.mjs';
import { readTexts } from '../lib/read-texts.mjs';

/** Servers, services and the names of paths, variables and addresses may have the short word. */
const MAIL = /(?<![\w./:@<{-])(?:e-)?mails?(?![\w./:@>}=-]| (?:server|captured|and backups|FROM)\b|, keys)/i;

/**
 * Each word with the usual term and its places: `code` is every line of code and documents, `site` those of the site's
 * scripts, `shown` the texts that users read, `prose` comments and documents. The limits below count those of prose. All
 * others are refused.
 * @type {[word: RegExp, instead: string, ...places: ('code' | 'site' | 'shown' | 'prose')[]][]}
 */
const words = [
  [/\b(who(so)?ever|nobody|somebody|everybody)\b/i, 'the caller, visitor, row or role that is meant', 'code'],
  [/\bbrake(s|d)?\b/i, 'rate limit, abuse protection', 'code', 'prose'],
  [/\bways[ -]in\b|\bwaysIn\b/i, 'sign-in methods', 'code'],
  [/\bgraduat(e|es|ed|ion)\b/i, 'move (to Supabase)', 'code'],
  [/\bhideUser\b/, 'softDeleteUser', 'code'],
  [/\bwake(OnUse|s|n)?\b|\basleep\b/i, 'hydrate', 'code'],
  [/\bpatience\b/i, 'timeout, with its unit', 'code'],
  [/\bfarewell\b|\bdyingTime\b|\blastWords\b/i, 'shutdown timeout, tail of the log', 'code'],
  [/\bdeaf(en|ened)?\b/i, 'unsubscribe, disconnected', 'code'],
  [/\berrands?\b/i, 'purpose of a token', 'code'],
  [/\boutworn\b|\bhoard\b/i, 'evicted, cache', 'code'],
  [/\bturnstile\b/i, 'semaphore', 'code'],
  [/\bmachinery\b/i, 'the thing itself', 'code'],
  [/\bthe house\b|\bputs the house\b/i, 'the product, the app', 'code'],
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
  [/\b(?:stands?|stood) (?:in|for|on|there|at|behind)\b/i, 'is in', 'prose'],
  [/\b(?:lies|lie|lay) (?:in|beside|there|at|on)\b/i, 'is in', 'prose'],
  [/\bmend(s|ed|ing)?\b/i, 'fix', 'prose'],
  [/\balike\b/i, 'the same', 'prose'],
  [/(?<!\b(?:was|were|be|is|been|last|not|so) )\btold\b/i, 'shows, returns, reports', 'prose'],
  [/\btells (?!layouts|React|the boundary)/i, 'shows, returns, reports', 'prose'],
  [/\bstrangers?\b/i, 'anonymous user', 'prose'],
  [/\b(?:let|lets|letting) in\b/i, 'grant access', 'prose'],
  [/\bone[’']s\b|\btheirs\b/i, "the user's", 'prose'],
  [/\b(?:forgotten mails?|hearers?|deeds?|reach of)\b/i, 'unsent mails, listeners, actions', 'prose'],
  [/\bgo(?:es)? on\b/i, 'continues', 'prose'],
  [/\bsays (?:so|what|that|how)\b/i, 'states, shows', 'prose'],
];

const limits = {
  /** Share of the sentences in doc comments that contain a semicolon or a colon. */
  joinedSentences: 0.1,
  /** Share of the doc comments that begin with a free relative clause. */
  relativeBeginnings: 0.04,
  dialectWordsInComments: 40,
  dialectWordsInDocuments: 40,
  wordsInReadme: 700,
  wordsInDocuments: 22_000,
  wordsInPerformance: 1500,
};
/** The check warns above a limit and fails this share above it, so that one new sentence never stops a commit. */
const AIR = 0.05;
const MAX_TITLE_LENGTH = 120;
const MAX_SUBJECT_LENGTH = 72;

const CODE = /\.(ts|tsx|astro|mjs|sql|css|toml|md)$|^\.env\.example$/;
/** History, generated files, words for people, and this list itself may use any word. */
const ANY_WORD =
  /^(supabase\/migrations\/|server\/src\/database\/platform\/|site\/src\/content\/|docs\/glossary\.md|docs\/pictures|package-lock|CHANGELOG|scripts\/checks\/words\.mjs|tests\/fixtures\/)/;
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
const PROSE = /(?<!\.golden)\.(ts|tsx|astro|mjs|sql|css|md)$/;
/** Decisions, changelogs, the server's own documents, generated ones and the pages' texts have no limit of words. */
const UNCOUNTED =
  /^(docs\/decisions\/|docs\/database\.md|CHANGELOG|server\/|site\/src\/content\/|tests\/fixtures\/)/;

const RELATIVE_BEGINNING = /^(What|How|Whether|Who|Whom|Whose|So|As|Where|When|Which|Those|That|The one)\b/;
/** The title of a test or of a group of tests, between its quotes. */
const TITLE = /\b(?:test|testHere|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
const TAGS = /\s@(param|returns|throws|type|example|typedef|template|property)[\s\S]*/;

let refused = 0;
/** @param {string} sentence */
const refuse = (sentence) => {
  refused += 1;
  console.log(sentence);
};

/** @param {string} file @param {number} line @param {string} text @param {'code' | 'site' | 'shown'} where */
function refuseWords(file, line, text, where) {
  for (const [word, instead] of words.filter(([, , ...places]) => places.includes(where))) {
    const [match] = word.exec(text) ?? [];
    if (match) refuse(`${file}:${line} says "${match}": write ${instead}`);
  }
}

/** The file of each finding. @type {Record<string, string[]>} */
const found = {
  joinedSentences: [],
  relativeBeginnings: [],
  dialectWordsInComments: [],
  dialectWordsInDocuments: [],
};
let [comments, sentences, wordsInDocuments] = [0, 0, 0];

/** @param {string} text @param {string} mark @returns {string[]} the comments of lines that begin with a mark, one per block */
const lineComments = (text, mark) =>
  [...text.matchAll(new RegExp(`(?:^[ \\t]*${mark}.*\\n?)+`, 'gm'))].map(([block]) =>
    block.replaceAll(new RegExp(`^[ \\t]*${mark}[ \\t]?`, 'gm'), ''),
  );

/** @param {string} text @returns {string[]} the doc comments of a script or style sheet, without tags */
const docComments = (text) =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, comment = '']) =>
    ` ${comment.replaceAll(/\n\s*\*\s?/g, ' ').trim()}`.replace(TAGS, ''),
  );

/** @param {string} text */
const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;

/** @param {string} file @param {string} text @param {string[]} places */
function countDialect(file, text, places) {
  const prose = text.replaceAll(/`[^`]*`/g, 'X');
  for (const [word] of words.filter(([, , ...scopes]) => scopes.includes('prose')))
    for (const _ of prose.matchAll(new RegExp(word, 'gi'))) places.push(file);
}

/** @param {string} file @param {string} text */
function measureComments(file, text) {
  const documented = file.endsWith('.sql') ? lineComments(text, '--') : docComments(text);
  for (const comment of documented.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)) {
    comments += 1;
    if (RELATIVE_BEGINNING.test(comment)) found.relativeBeginnings.push(file);
    for (const sentence of comment.replaceAll(/`[^`]*`/g, 'X').split(/(?<=[.!?])\s+(?=[A-Z"(])/)) {
      sentences += 1;
      if (/[;:](\s|$)/.test(sentence)) found.joinedSentences.push(file);
    }
  }
  for (const comment of [...documented, ...lineComments(text, '//')])
    countDialect(file, comment, found.dialectWordsInComments);
}

for (const file of listFiles().filter((name) => CODE.test(name) || SHOWN.test(name))) {
  const text = readFileSync(fromRoot(file), 'utf8');
  const isSite = /^site\/src\/.*\.(tsx?|astro)$/.test(file) && !OWN_CLOCK.test(file);
  for (const [place, line] of CODE.test(file) ? text.split('\n').entries() : []) {
    if (!ANY_WORD.test(file)) refuseWords(file, place + 1, line.replace(NAMES, ''), 'code');
    if (isSite) refuseWords(file, place + 1, line, 'site');
  }
  if (SHOWN.test(file) && !NOT_SHOWN.test(file))
    for (const { line, text: shown } of readTexts(file, text)) refuseWords(file, line, shown, 'shown');
  if (WITH_PLURALS.test(file) && HAND_MADE_PLURAL.test(text))
    refuse(`${file} builds a plural: use plural() of the contract`);
  if (/\.(test|spec)\.tsx?$/.test(file))
    for (const [, , title = ''] of text.matchAll(TITLE))
      if (title.length > MAX_TITLE_LENGTH) refuse(`${file} has a title of ${title.length} characters`);
  if (!PROSE.test(file)) continue;
  if (!file.endsWith('.md')) measureComments(file, text);
  else if (!UNCOUNTED.test(file)) {
    wordsInDocuments += wordsOf(text);
    countDialect(file, text.replaceAll(/```[\s\S]*?```|"[^"]*"/g, 'X'), found.dialectWordsInDocuments);
  }
}

// An archive of the sources has no history.
const { stdout } = spawnSync('git', ['log', '-20', '--no-merges', '--format=%s'], {
  cwd: root,
  encoding: 'utf8',
});
for (const subject of (stdout ?? '').split('\n'))
  if ([...subject].length > MAX_SUBJECT_LENGTH)
    refuse(`"${subject}" has over ${MAX_SUBJECT_LENGTH} characters: the reason goes into the commit's body`);

const wordsIn = (/** @type {string} */ file) => wordsOf(readFileSync(fromRoot(file), 'utf8'));
/** @type {Record<keyof typeof limits, number>} */
const measured = {
  joinedSentences: found.joinedSentences.length / sentences,
  relativeBeginnings: found.relativeBeginnings.length / comments,
  dialectWordsInComments: found.dialectWordsInComments.length,
  dialectWordsInDocuments: found.dialectWordsInDocuments.length,
  wordsInReadme: wordsIn('README.md'),
  wordsInDocuments,
  wordsInPerformance: wordsIn('docs/performance.md'),
};
for (const [name, limit] of Object.entries(limits)) {
  const value = measured[/** @type {keyof typeof limits} */ (name)];
  if (value > limit * (1 + AIR)) refused += 1;
  if (value > limit || process.argv.includes('--all'))
    console.log(`${value > limit ? 'warning: ' : ''}${name}: ${+value.toFixed(3)}, limit ${limit}`);
  if (value <= limit) continue;
  const byFile = Object.entries(Object.groupBy(found[name] ?? [], (file) => file));
  const worst = byFile.toSorted(([, one], [, other]) => other.length - one.length).slice(0, 20);
  for (const [file, places] of worst) console.log(`  ${places.length} ${file}`);
}
if (refused > 0) console.log(`findings: ${refused}`);
process.exitCode = refused > 0 ? 1 : 0;
