// Refuses words that a newcomer would not search for, and names the usual term for each.
import { readFileSync } from 'node:fs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

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

/** History, generated files, words for people, and this list itself may use them. */
const EXEMPT =
  /^(supabase\/migrations\/|server\/src\/database\/platform\/|site\/src\/content\/|docs\/glossary\.md|docs\/pictures|package-lock|CHANGELOG|scripts\/checks\/(words|writing)\.mjs|tests\/fixtures\/)/;
/** Names that are not ours to choose: commands of version 0.1, a Unix user, the label for no assignee. */
const NAMES = /(['`])(brakes|graduate|nobody|Nobody)\1/g;
const READ = /\.(ts|tsx|astro|mjs|sql|css|toml|md)$|^\.env\.example$/;

let found = 0;
for (const file of listFiles().filter((name) => READ.test(name) && !EXEMPT.test(name))) {
  for (const [place, line] of readFileSync(fromRoot(file), 'utf8').split('\n').entries()) {
    const text = line.replace(NAMES, '');
    for (const [word, instead] of wordList) {
      const [match] = word.exec(text) ?? [];
      if (!match) continue;
      found += 1;
      console.log(`${file}:${place + 1} says "${match}": write ${instead}`);
    }
  }
}
if (found > 0) console.log(`${found} words to replace`);
process.exitCode = found > 0 ? 1 : 0;
