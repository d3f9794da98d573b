// Runs a command of the lab or of the server under Node 24: node scripts/command.mjs NAME [arguments].
import { existsSync } from 'node:fs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const [name = '', ...args] = process.argv.slice(2);
/** The lab's own commands stand before the server's. */
const file = ['lab', 'server']
  .map((room) => fromRoot(room, 'src', 'commands', `${name}.ts`))
  .find(existsSync);

if (!/^[a-z-]+$/.test(name) || !file) {
  console.error(`There is no command ${name || '(none given)'}: the scripts in package.json name them all.`);
  process.exit(1);
}
await installWhatIsMissing();
// What was compiled once is kept, so that a command starts sooner.
process.env.NODE_COMPILE_CACHE ??= fromRoot('.cache', 'compile');
process.exitCode = await run(bin('node'), [file, ...args]);
