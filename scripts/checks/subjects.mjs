// Refuses commits whose subject has more than 72 characters, among the last 20.
import { spawnSync } from 'node:child_process';
import { root } from '../lib/project.mjs';

const MAX_SUBJECT_LENGTH = 72;

// An archive of the sources has no history.
const { stdout } = spawnSync('git', ['log', '-20', '--no-merges', '--format=%h %s'], {
  cwd: root,
  encoding: 'utf8',
});
const long = (stdout ?? '')
  .split('\n')
  .map((line) => ({ hash: line.split(' ')[0], subject: line.slice(line.indexOf(' ') + 1) }))
  .filter(({ subject }) => [...subject].length > MAX_SUBJECT_LENGTH);

for (const { hash, subject } of long)
  console.log(`${hash} "${subject}" has ${[...subject].length} characters: the reason goes into the body`);
process.exit(long.length > 0 ? 1 : 0);
