import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Program } from './program.ts';

const run = promisify(execFile);
const node = join(import.meta.dirname, '../../../node_modules/.bin/node');

/** Runs an operator's command in `env` and returns its standard output. Rejects with `stderr` and `code`. */
export async function runCommand(
  program: Program,
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<string> {
  const commands = await program.commands();
  const { stdout } = await run(node, [...commands.args, name, ...args], {
    cwd: program.folder,
    env: { ...env, ...commands.env },
  });
  return stdout;
}
