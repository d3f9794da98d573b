import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applicationQuestions } from './questions.ts';

const root = new URL('../../../../', import.meta.url);
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const namesAll = (text: string) =>
  applicationQuestions.every((question) => new RegExp(`\\b${question}\\b`).test(text));

it('the recipe in CONTRIBUTING names every file that lists the questions', () => {
  const files = git('grep', '-lwI', '--untracked', '-e', applicationQuestions.at(-1)!).trim().split('\n');
  const listing = files.filter((file) => namesAll(readFileSync(new URL(file, root), 'utf8')));
  const guide = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
  const recipe = /## Add a screening question\n([^]*?)\n## /.exec(guide)![1]!;
  const named = [...recipe.matchAll(/`([^`\s]+\.(?:ts|sql))`/g)].map(([, path]) => path!.replace('*', ''));
  expect(listing.length).toBeGreaterThan(0);
  expect(listing.filter((file) => !named.some((path) => isNamed(file, path)))).toEqual([]);
});

/** Returns true if a file matches a path of the recipe, in which a star replaces a migration's date. */
function isNamed(file: string, path: string): boolean {
  const [folder, name] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
  return file.startsWith(folder) && file.endsWith(name);
}
