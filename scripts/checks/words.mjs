// Refuses words that a newcomer would not search for in code and documents, and stilted phrases in texts that users read.
// It names the usual term for each.
import { readFileSync } from 'node:fs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';
import { readTexts } from '../lib/read-texts.mjs';

/** @type {[RegExp, string][]} */
const wordList = [
  [/\b(who(so)?ever|nobody|somebody|everybody)\b/i, 'the caller, visitor, row or role that is meant'],
  [/\bbrake(s|d)?\b/i, 'rate limit, abuse protection'],
  [/\bways[ -]in\b|\bwaysIn\b/i, 'sign-in methods'],
  [/\bgraduat(e|es|ed|ion)\b/i, 'move (to Supabase)'],
  [/\bhideUser\b/, 'softDeleteUser'],
  [/\bwake(OnUse|s|n)?\b|\basleep\b/i, 'hydrate'],
  [/\bpatience\b/i, 'timeout, with its unit'],
  [/\bfarewell\b|\bdyingTime\b|\blastWords\b/i, 'shutdown timeout, tail of the log'],
  [/\bdeaf(en|ened)?\b/i, 'unsubscribe, disconnected'],
  [/\berrands?\b/i, 'purpose of a token'],
  [/\boutworn\b|\bhoard\b/i, 'evicted, cache'],
  [/\bturnstile\b/i, 'semaphore'],
  [/\bmachinery\b/i, 'the thing itself'],
  [/\bthe house\b|\bputs the house\b/i, 'the product, the app'],
];

/** Phrases in texts for users. @type {[RegExp, string][]} */
const phrases = [
  [/\b(?:is|are|be|been|was|were) told\b/i, 'notified, shown'],
  [/\bso many\b|\bat the most\b/i, 'N, at most N, a limit'],
  [/\banew\b/i, 'again'],
  [/\bbeside\b/i, 'next to, except'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\bone[’']s own\b/i, 'their own'],
  [/(?<!of )\bwhom\b/i, 'who, or name the actor'],
  [/\bmeanwhile\b/i, 'while …'],
  [/\bgo on (?:in|with)\b|^\s*Go on\s*$/i, 'continue'],
  [/\bat hand\b/i, 'ready, available'],
  [/\bof (?:its|their) own\b(?!, in your name)/i, 'separate, its own …'],
  [
    /\bstill stands\b|\bstands as\b|\bno longer stands\b|\bstands in\b(?! the way)/i,
    'is valid, is unchanged, is in',
  ],
  [/@\S+ is out\b|\$\{\w+\} is out\b/i, 'was removed'],
  [/\bhas words\b/i, 'has a text'],
  [/\bbrings a backup back\b|\btak(?:e|es|en) back\b|\btook back\b/i, 'restores, undoes, removes'],
  [/\bwhether (?:all|everything) is\b/i, 'checks …'],
  [/\bwho may enter\b/i, 'admins, members'],
  [/\bknow it by\b/i, 'name'],
  [/\blet in\b/i, 'given access'],
  [/\b(?:holds|kept) (?:back|it|them)\b/i, 'saved, delayed'],
];

/** Files with texts for users, which are also messages of SQL and output of commands. */
const SHOWN =
  /^(?:site\/src|lab\/src|server\/(?:src|start\.mjs)|supabase\/(?:functions|migrations|templates))\b.*\.(?:tsx?|mjs|sql|yaml|astro|html|md)$/;
const NOT_SHOWN = /\.(?:test|sample)\.|README\.md$|\/golden\//;

/** History, generated files, words for people, and this list itself may use them. */
const EXEMPT =
  /^(supabase\/migrations\/|server\/src\/database\/platform\/|site\/src\/content\/|docs\/glossary\.md|docs\/pictures|package-lock|CHANGELOG|scripts\/checks\/(words|writing)\.mjs|tests\/fixtures\/)/;
/** Names that are not ours to choose: commands of version 0.1, a Unix user, the label for no assignee. */
const NAMES = /(['`])(brakes|graduate|nobody|Nobody)\1/g;
const READ = /\.(ts|tsx|astro|mjs|sql|css|toml|md)$|^\.env\.example$/;

let found = 0;
/** @param {string} file @param {number} line @param {string} text @param {[RegExp, string][]} words */
function report(file, line, text, words) {
  for (const [word, instead] of words) {
    const [match] = word.exec(text) ?? [];
    if (!match) continue;
    found += 1;
    console.log(`${file}:${line} says "${match}": write ${instead}`);
  }
}

for (const file of listFiles().filter((name) => READ.test(name) && !EXEMPT.test(name))) {
  for (const [place, line] of readFileSync(fromRoot(file), 'utf8').split('\n').entries()) {
    report(file, place + 1, line.replace(NAMES, ''), wordList);
  }
}
for (const file of listFiles().filter((name) => SHOWN.test(name) && !NOT_SHOWN.test(name)))
  for (const { line, text } of readTexts(file, readFileSync(fromRoot(file), 'utf8')))
    report(file, line, text, phrases);
if (found > 0) console.log(`${found} words to replace`);
process.exitCode = found > 0 ? 1 : 0;
