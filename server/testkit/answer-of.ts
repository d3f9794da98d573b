import { execFile, type ExecFileOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');

/** The repository's package.json. */
export const manifest: { readonly version: string; readonly scripts: Readonly<Record<string, string>> } =
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export interface ProgramAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program, by default in the repository, and returns what it printed, whatever its exit code. */
export const answerOf = (
  file: string,
  args: readonly string[],
  options: Omit<ExecFileOptions, 'encoding'> = {},
): Promise<ProgramAnswer> =>
  promisify(execFile)(file, args, { cwd: root, ...options }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: ProgramAnswer) => ({ code, stdout, stderr }),
  );

/** The same with the repository's Node. */
export const answerOfNode = (args: readonly string[], options: Omit<ExecFileOptions, 'encoding'> = {}) =>
  answerOf(node, args, options);

/** Runs one of the scripts without npm, whose start takes longer than most scripts. */
export const answerOfScript = (name: string, args: readonly string[] = [], env = process.env) =>
  answerOf('/bin/sh', ['-c', `${manifest.scripts[name]} "$@"`, name, ...args], {
    env: { ...env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
