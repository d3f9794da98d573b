// Starts the product: installs missing packages, builds an outdated site, then becomes the server.
import './lib/supported-node.mjs';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import {
  addressProblem,
  DEFAULT_HOST,
  DEFAULT_PORT,
  endsWith,
  endWithParent,
  namedParent,
  parentOption,
  printFailure,
  readArguments,
} from '../server/start.mjs';
import { buildSite } from './lib/build-site.mjs';
import { installWhatIsMissing, isInstalled } from './lib/install.mjs';
import { bin, fromRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { bundledServer } from './lib/server-bundle.mjs';

const HELP = `npm start: starts Solostead, from a fresh clone or again

  Installs packages when they are missing, builds the site when it is stale, starts PostgreSQL and the server.
  Ctrl-C stops everything. .env.example lists what can be set; it is read from .env and from the environment.`;

/** Continues as `node args…` under the Node that npm installed, in this process if this Node can, otherwise as its child. */
async function become(args) {
  if (process.execve) return process.execve(bin('node'), [bin('node'), ...inOurPlace(args)], process.env);
  process.exit(await run(bin('node'), [...args, endsWith(process.pid)]));
}

/** The parent process whose end also ends this one. That is npm when it runs the script, but not a shell. */
const parent = namedParent() ?? (process.env.npm_lifecycle_event === 'start' ? process.ppid : null);

/** The arguments of a program that replaces this one. */
const inOurPlace = (args) => (parent ? [...args, endsWith(parent)] : args);

/**
 * Ends the process with one sentence if the server could not listen at HOST and PORT, before a fresh clone spends minutes
 * on an install. The server checks both again, and also refuses a PORT that is no number.
 */
async function requireAddress() {
  const file = fromRoot('.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const { HOST, PORT } = { ...written, ...process.env };
  const port = Number(PORT || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const problem = await addressProblem(HOST || DEFAULT_HOST, port);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

async function main() {
  readArguments(HELP, parentOption);
  if (parent) endWithParent(parent);
  if (!isInstalled(false)) await requireAddress();
  await installWhatIsMissing(false);
  if (realpathSync(process.execPath) !== realpathSync(bin('node')))
    return become([fileURLToPath(import.meta.url)]);
  const bundle = await bundledServer();
  // Stack traces name lines of the sources.
  module.setSourceMapsSupport(true);
  // Compiled code is cached with the bundle, which makes a start a third faster.
  module.enableCompileCache(join(bundle, 'compiled'));
  process.argv = [process.argv[0], join(bundle, 'main.mjs'), '--greet'];
  const { serveLab } = await import(pathToFileURL(join(bundle, 'serve-lab.mjs')).href);
  await serveLab(buildSite);
}

await main().catch(async (error) => {
  await printFailure(error);
  process.exit(1);
});
