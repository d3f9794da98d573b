// Measures comments and documents against the limits below and prints where each limit is exceeded.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fromRoot, root } from '../lib/project.mjs';

const limits = {
  /** Share of the sentences in doc comments that contain a semicolon or a colon. */
  joinedSentences: 0.1,
  /** Share of the doc comments that begin with a free relative clause. */
  relativeBeginnings: 0.04,
  dialectWordsInComments: 40,
  dialectWordsInDocuments: 40,
  wordsInReadme: 700,
  wordsInDocuments: 22_000,
};

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

const isProse = (/** @type {string} */ file) => file.endsWith('.md');
/** Decisions, changelogs, the server's own documents and the pages' texts have no limit of words. */
const UNCOUNTED = /^(docs\/decisions\/|CHANGELOG|server\/|site\/src\/content\/|tests\/fixtures\/)/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|astro|mjs|sql|css|md)$/.test(file) && !file.endsWith('.golden.sql'));

/** @param {string} text @returns {string[]} the comments of an SQL file, one string per block of lines */
const sqlComments = (text) =>
  [...text.matchAll(/(?:^[ \t]*--.*\n?)+/gm)].map(([block]) => block.replaceAll(/^[ \t]*--[ \t]?/gm, ''));

/** @param {string} text @returns {string[]} the doc comments of a script or style sheet, without tags */
const docComments = (text) =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)]
    .map(([, comment = '']) => comment.replaceAll(/\n\s*\*\s?/g, ' ').trim())
    .map((comment) =>
      ` ${comment}`
        .replace(/\s@(param|returns|throws|type|example|typedef|template|property)[\s\S]*/, '')
        .trim(),
    );

/** @param {string} text @returns {string[]} */
const lineComments = (text) =>
  [...text.matchAll(/(?:^[ \t]*\/\/.*\n?)+/gm)].map(([block]) => block.replaceAll(/^[ \t]*\/\/[ \t]?/gm, ''));

/** @param {string} text @returns {string[]} */
const sentencesOf = (text) => text.replaceAll(/`[^`]*`/g, 'X').split(/(?<=[.!?])\s+(?=[A-Z"(])/);

/** @type {{ place: string, text: string }[]} */
const documented = [];
let dialectInComments = 0;
let dialectInDocuments = 0;
let wordsInDocuments = 0;
/** @type {Map<string, number>} */
const dialectByFile = new Map();

for (const file of files) {
  const text = readFileSync(fromRoot(file), 'utf8');
  const comments = file.endsWith('.sql') ? sqlComments(text) : docComments(text);
  if (!isProse(file))
    documented.push(
      ...comments
        .filter((comment) => comment !== '')
        .map((comment) => ({ place: file, text: comment.replaceAll(/\s+/g, ' ').trim() })),
    );
  const isOfDocuments = isProse(file) && !UNCOUNTED.test(file);
  if (isProse(file) && !isOfDocuments) continue;
  const prose = isProse(file)
    ? [text.replaceAll(/```[\s\S]*?```|`[^`]*`|"[^"]*"/g, 'X')]
    : [...comments, ...lineComments(text)];
  let found = 0;
  for (const part of prose)
    for (const word of dialect)
      found += (part.replaceAll(/`[^`]*`/g, 'X').match(new RegExp(word, 'gi')) ?? []).length;
  if (found > 0) dialectByFile.set(file, found);
  if (isOfDocuments) {
    dialectInDocuments += found;
    wordsInDocuments += text.split(/\s+/).filter(Boolean).length;
  } else dialectInComments += found;
}

const sentences = documented.flatMap(({ place, text }) =>
  sentencesOf(text).map((sentence) => ({ place, text: sentence })),
);
const joined = sentences.filter(({ text }) => /[;:](\s|$)/.test(text));
const relative = documented.filter(({ text }) => RELATIVE_BEGINNING.test(text));
const wordsInReadme = readFileSync(fromRoot('README.md'), 'utf8').split(/\s+/).filter(Boolean).length;

/** @type {Record<keyof typeof limits, number>} */
const measured = {
  joinedSentences: joined.length / sentences.length,
  relativeBeginnings: relative.length / documented.length,
  dialectWordsInComments: dialectInComments,
  dialectWordsInDocuments: dialectInDocuments,
  wordsInReadme,
  wordsInDocuments,
};

/** Shows the worst places first. @param {Iterable<string>} places */
function showPlaces(places) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  for (const [place, count] of [...counts].sort(([, a], [, b]) => b - a).slice(0, 20))
    console.log(`  ${count} ${place}`);
}

let failed = false;
for (const [name, limit] of Object.entries(limits)) {
  const value = measured[/** @type {keyof typeof limits} */ (name)];
  const isOver = value > limit;
  failed ||= isOver;
  if (isOver || process.argv.includes('--all')) console.log(`${name}: ${+value.toFixed(3)}, limit ${limit}`);
  if (isOver && name === 'joinedSentences') showPlaces(joined.map(({ place }) => place));
  if (isOver && name === 'relativeBeginnings') showPlaces(relative.map(({ place }) => place));
  if (isOver && name.startsWith('dialect'))
    showPlaces([...dialectByFile].flatMap(([file, count]) => Array.from({ length: count }, () => file)));
}
process.exitCode = failed ? 1 : 0;
