import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** The lab's own commands stand before the server's, as `npm run` finds them. */
const commandFile = (name: string): string =>
  ['lab', 'server'].map((room) => join(root, room, 'src/commands', `${name}.ts`)).find(existsSync) ?? name;

/** Runs a command of the lab or the server in `env`; answers its standard output, rejects with `stderr` and `code`. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  name: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await run(join(root, 'node_modules/.bin/node'), [commandFile(name), ...args], { env });
  return stdout;
}
