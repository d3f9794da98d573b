import { spawnSync } from 'node:child_process';

const MAX_LENGTH = 72;

/** Returns the subjects of the last 20 commits that are too long, none without a history. @param {string} folder */
export function longSubjects(folder) {
  const args = ['log', '-20', '--no-merges', '--format=%s'];
  const { stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter((subject) => [...subject].length > MAX_LENGTH);
}
