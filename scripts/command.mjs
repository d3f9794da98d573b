// Runs a command of the backend under Node 24: node scripts/command.mjs NAME [arguments].
import { existsSync } from 'node:fs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const [name = '', ...args] = process.argv.slice(2);
const file = fromRoot('backend', 'src', 'commands', `${name}.ts`);

if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error(`There is no command ${name || '(none given)'}: the scripts in package.json name them all.`);
  process.exit(1);
}
await installWhatIsMissing();
// What was compiled once is kept, so that a command starts sooner.
process.env.NODE_COMPILE_CACHE ??= fromRoot('.cache', 'compile');
process.exitCode = await run(bin('node'), [file, ...args]);
