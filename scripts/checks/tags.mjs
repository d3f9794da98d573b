// Checks the tags of browser tests, which decide at which width a test runs (tests/playwright.config.ts).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fromRoot, root } from '../lib/project.mjs';

const known = new Set(['@phone', '@phone-alone']);
/** A test that skips a width runs nowhere unless a tag adds the other one. */
const BY_ITSELF =
  /\b(?:skip|fixme)\([^;]*?(?:project\b|viewport|isMobile|hasTouch)[^;]*;|\bproject\.name\s*[!=]==/g;
const TAG = /(?<=\s)@[a-z][\w-]*(?=['"`\s])/g;
const TITLE = /\btest(?:\.describe)?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;

/** @param {string} text @param {number} at @returns {number} */
const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/** @param {string} file @returns {string[]} one line each */
function findings(file) {
  const text = readFileSync(fromRoot(file), 'utf8');
  const skips = [...text.matchAll(BY_ITSELF)].map(
    ({ index }) =>
      `${file}:${lineOf(text, index)} skips a width by itself: tag it @phone or @phone-alone, or neither`,
  );
  const tags = [...text.matchAll(TITLE)].flatMap(({ index, 2: title }) =>
    (`${title} `.match(TAG) ?? [])
      .filter((tag) => !known.has(tag))
      .map((tag) => `${file}:${lineOf(text, index)} has the tag ${tag}, which no project knows`),
  );
  return [...skips, ...tags];
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'tests/e2e'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts'));
const found = files.flatMap(findings);
for (const line of found) console.log(line);
process.exitCode = found.length > 0 ? 1 : 0;
