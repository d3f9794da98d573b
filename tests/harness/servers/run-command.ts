import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundledServer } from './bundle.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** Returns the program and environment of `npm run solostead` after a start has bundled it. */
export async function operatorsProgram() {
  const bundle = await bundledServer();
  return { file: join(bundle, 'cli.mjs'), env: { NODE_COMPILE_CACHE: join(bundle, 'compiled') } };
}

/** Runs `npm run solostead -- NAME …` in `env` and returns its standard output. Rejects with `stderr` and `code`. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<string> {
  const program = await operatorsProgram();
  const { stdout } = await run(join(root, 'node_modules/.bin/node'), [program.file, name, ...args], {
    env: { ...env, ...program.env },
  });
  return stdout;
}
