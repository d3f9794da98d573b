import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Runs `backend/src/commands/<name>.ts` in `env`; answers its standard output, rejects with `stderr` and `code`. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await run(
    join(root, 'node_modules/.bin/node'),
    [join(root, `backend/src/commands/${name}.ts`), ...args],
    { env },
  );
  return stdout;
}
