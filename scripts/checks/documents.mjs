// Keeps documents readable in a diff: no line of a table over 150 characters, and every decision dated and listed by its title.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fromRoot, root } from '../lib/project.mjs';

const MAX_ROW_LENGTH = 150;
/** Tables of requirements with the titles of their tests. They are read on a rendered page. */
const withWideTables = ['docs/security.md', 'server/docs/security.md'];
const DECISIONS = 'docs/decisions/';

/** @param {string} file @returns {string} */
const read = (file) => readFileSync(fromRoot(file), 'utf8');

/** @param {string} file @returns {string[]} the rows of tables that are too long, one finding each */
const longRows = (file) =>
  read(file)
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => line.startsWith('|') && line.length > MAX_ROW_LENGTH)
    .map(
      ({ line, place }) =>
        `${place} a row of ${line.length} characters, at most ${MAX_ROW_LENGTH}: write a list`,
    );

/** @param {readonly string[]} files @returns {string[]} what is wrong with the decisions and their list */
function decisionFindings(files) {
  const list = read(`${DECISIONS}README.md`);
  return files
    .filter((file) => file.startsWith(DECISIONS) && !file.endsWith('README.md'))
    .flatMap((file) => {
      const [, title, date] = /^# (.+)\n\nAccepted (\d{4}-\d\d-\d\d)\.\n/.exec(read(file)) ?? [];
      if (!title) return [`${file}: begin with "# Title", an empty line and "Accepted YYYY-MM-DD."`];
      const line = `- ${date} [${title}](${basename(file)})\n`;
      return list.includes(line) ? [] : [`${DECISIONS}README.md lacks the line ${line.trim()}`];
    });
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const found = [
  ...files.filter((file) => !withWideTables.includes(file)).flatMap(longRows),
  ...decisionFindings(files),
];
for (const line of found) console.log(line);
console.log(`${files.length} documents, ${found.length} findings`);
process.exitCode = found.length === 0 ? 0 : 1;
