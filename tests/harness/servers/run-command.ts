import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** What `npm run solostead` runs. */
export const program = join(root, 'lab/src/cli.ts');

/** Runs `npm run solostead -- NAME …` in `env`; answers its standard output, rejects with `stderr` and `code`. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await run(join(root, 'node_modules/.bin/node'), [program, name, ...args], { env });
  return stdout;
}
