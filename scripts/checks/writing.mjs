// Measures comments, documents and test titles against the limits below, prints where each limit is exceeded, and fails 5 % above it.
import { readFileSync } from 'node:fs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

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
  /** Titles of tests with more than MAX_TITLE_LENGTH characters. */
  longTitles: 0,
};

const MAX_TITLE_LENGTH = 120;

/** The title of a test or of a group of tests, between its quotes. */
const TITLE = /\b(?:test|testHere|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;

/** The check warns above a limit and fails this share above it, so that one new sentence never stops a commit. */
const AIR = 0.05;

const RELATIVE_BEGINNING = /^(What|How|Whether|Who|Whom|Whose|So|As|Where|When|Which|Those|That|The one)\b/;

/** Words of this project's former dialect, each followed by the usual term. */
const dialect = [
  /\b(stands?|stood) (in|for|on|there|at|behind)\b/i, // is in
  /\b(lies|lie|lay) (in|beside|there|at|on)\b/i, // is in
  /\banew\b/i, // again
  /\bmend(s|ed|ing)?\b/i, // fix
  /\bbeside\b/i, // next to
  /\b(of its own|of our own|of their own)\b/i, // its own, separate, custom
  /\balike\b/i, // the same
  /(?<!\b(?:was|were|be|is|been|last|not|so) )\btold\b|\btells (?!layouts|React|the boundary)/i, // shows, returns, reports
  /\bstrangers?\b/i, // anonymous user
  /\b(let|lets|letting) in\b/i, // grant access
  /\bat the most\b|\bso many\b/i, // at most, a limit
  /\bone[’']s\b|\btheirs\b/i, // the user's
  /\b(brakes?|forgotten mails?|hearers?|deeds?|reach of)\b/i, // rate limits, unsent mails, listeners, actions
  /\bgoes on\b|\bgo on\b/i, // continues
  /\bby itself\b|\bby themselves\b/i, // automatically
  /\bmeanwhile\b/i, // while …
  /\bat hand\b/i, // available
  /\bsays (so|what|that|how)\b/i, // states, shows
];

/** Decisions, changelogs, the server's own documents, generated ones and the pages' texts have no limit of words. */
const UNCOUNTED =
  /^(docs\/decisions\/|docs\/database\.md|CHANGELOG|server\/|site\/src\/content\/|tests\/fixtures\/)/;

/** @param {string} text @param {string} mark @returns {string[]} the comments of lines that begin with a mark, one per block */
const lineComments = (text, mark) =>
  [...text.matchAll(new RegExp(`(?:^[ \\t]*${mark}.*\\n?)+`, 'gm'))].map(([block]) =>
    block.replaceAll(new RegExp(`^[ \\t]*${mark}[ \\t]?`, 'gm'), ''),
  );

const TAGS = /\s@(param|returns|throws|type|example|typedef|template|property)[\s\S]*/;

/** @param {string} text @returns {string[]} the doc comments of a script or style sheet, without tags */
const docComments = (text) =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, comment = '']) =>
    ` ${comment.replaceAll(/\n\s*\*\s?/g, ' ').trim()}`.replace(TAGS, ''),
  );

/** @param {string} text @returns {string[]} */
const sentencesOf = (text) => text.replaceAll(/`[^`]*`/g, 'X').split(/(?<=[.!?])\s+(?=[A-Z"(])/);

/** @param {string} text */
const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;

/** The file of each finding. @type {Record<string, string[]>} */
const found = {
  joinedSentences: [],
  relativeBeginnings: [],
  dialectWordsInComments: [],
  dialectWordsInDocuments: [],
  longTitles: [],
};
let [comments, sentences, wordsInDocuments] = [0, 0, 0];

/** @param {string} file @param {string} comment */
function readComment(file, comment) {
  comments += 1;
  if (RELATIVE_BEGINNING.test(comment)) found.relativeBeginnings.push(file);
  for (const sentence of sentencesOf(comment)) {
    sentences += 1;
    if (/[;:](\s|$)/.test(sentence)) found.joinedSentences.push(file);
  }
}

/** @param {string} text @param {string[]} places */
const readDialect = (file, text, places) => {
  const prose = text.replaceAll(/`[^`]*`/g, 'X');
  for (const word of dialect) for (const _ of prose.matchAll(new RegExp(word, 'gi'))) places.push(file);
};

for (const file of listFiles().filter((name) => /\.(ts|tsx|astro|mjs|sql|css|md)$/.test(name))) {
  if (file.endsWith('.golden.sql')) continue;
  const text = readFileSync(fromRoot(file), 'utf8');
  if (file.endsWith('.md')) {
    if (UNCOUNTED.test(file)) continue;
    wordsInDocuments += wordsOf(text);
    readDialect(file, text.replaceAll(/```[\s\S]*?```|"[^"]*"/g, 'X'), found.dialectWordsInDocuments);
    continue;
  }
  if (/\.(test|spec)\.tsx?$/.test(file))
    for (const [, , title = ''] of text.matchAll(TITLE))
      if (title.length > MAX_TITLE_LENGTH) found.longTitles.push(file);
  const documented = file.endsWith('.sql') ? lineComments(text, '--') : docComments(text);
  for (const comment of documented.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter(Boolean))
    readComment(file, comment);
  for (const comment of [...documented, ...lineComments(text, '//')])
    readDialect(file, comment, found.dialectWordsInComments);
}

/** @type {Record<keyof typeof limits, number>} */
const measured = {
  joinedSentences: found.joinedSentences.length / sentences,
  relativeBeginnings: found.relativeBeginnings.length / comments,
  dialectWordsInComments: found.dialectWordsInComments.length,
  dialectWordsInDocuments: found.dialectWordsInDocuments.length,
  wordsInReadme: wordsOf(readFileSync(fromRoot('README.md'), 'utf8')),
  wordsInDocuments,
  wordsInPerformance: wordsOf(readFileSync(fromRoot('docs', 'performance.md'), 'utf8')),
  longTitles: found.longTitles.length,
};

for (const [name, limit] of Object.entries(limits)) {
  const value = measured[/** @type {keyof typeof limits} */ (name)];
  const isOver = value > limit;
  const isWarning = isOver && value <= limit * (1 + AIR);
  if (isOver || process.argv.includes('--all'))
    console.log(`${isWarning ? 'warning: ' : ''}${name}: ${+value.toFixed(3)}, limit ${limit}`);
  if (!isOver) continue;
  if (!isWarning) process.exitCode = 1;
  const byFile = Object.entries(Object.groupBy(found[name] ?? [], (file) => file));
  const worst = byFile.toSorted(([, one], [, other]) => other.length - one.length).slice(0, 20);
  for (const [file, places] of worst) console.log(`  ${places.length} ${file}`);
}
