// The operators' program: node scripts/solostead.mjs COMMAND [arguments]; --help lists the commands. It installs missing packages
// and runs under Node 24 from the server's bundle, which loads in a third of the time, or from its sources before the first start.
import './lib/supported-node.mjs';
import { join } from 'node:path';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { presentBundle } from './lib/server-bundle.mjs';

await installWhatIsMissing(false);
const bundle = presentBundle();
// Starts keep their compiled code there too.
if (bundle) process.env.NODE_COMPILE_CACHE ??= join(bundle, 'compiled');
const program = bundle
  ? ['--enable-source-maps', join(bundle, 'cli.mjs')]
  : ['--conditions=source', fromRoot('lab', 'src', 'cli.ts')];
process.exitCode = await run(bin('node'), [...program, ...process.argv.slice(2)]);
