import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { longSubjects } from './commit-subjects.mjs';

const of = (length: number, letter = 'x') => letter.repeat(length);

it.each<[string, string[], string[]]>([
  ['no subject of 72 characters', [of(72), of(72, 'ü')], []],
  ['a subject of 73 characters', ['Fix the list', of(73), 'Fix the board'], [of(73)]],
  ['a long subject 19 commits ago', [of(80), ...Array<string>(19).fill('Fix')], [of(80)]],
  ['none of 20 commits ago', [of(80), ...Array<string>(20).fill('Fix')], []],
])('finds %s', (_what, subjects, found) => {
  const folder = newFolder();
  const commits = subjects.map(
    (subject) =>
      `commit refs/heads/main\ncommitter a <a@b> 0 +0000\ndata <<END\n${subject}\n\n${of(90)}\nEND\n`,
  );
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('\n') });
  expect(longSubjects(folder)).toEqual(found);
});

it('finds none in a folder without a history', () => {
  expect(longSubjects(newFolder())).toEqual([]);
});
