// Builds the site into SITE_DIST when its sources, its libraries or its two variables have changed since the last build.
import './lib/supported-node.mjs';
import { existsSync } from 'node:fs';
import { printFailure, readArguments } from '../server/start.mjs';
import { findBackend } from './lib/backend.mjs';
import { buildSite } from './lib/build-site.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { fromRoot, root } from './lib/project.mjs';

const HELP = `npm run build: builds the site for the backend that .env or the environment names

  SITE_DIST             the folder of the build (default site/dist)
  PUBLIC_SUPABASE_URL   the backend's address (default: the site's own origin)
  PUBLIC_SUPABASE_KEY   its publishable key (default: SUPABASE_PUBLISHABLE_KEY, else the embedded backend's)`;

async function main() {
  readArguments(HELP);
  await installWhatIsMissing(false);
  // Variables of the environment win, as in the server.
  if (existsSync(fromRoot('.env'))) process.loadEnvFile(fromRoot('.env'));
  const { key } = findBackend(root, process.env);
  if (!key) {
    console.error("The site needs the backend's key: run npm start once, or set PUBLIC_SUPABASE_KEY.");
    process.exit(1);
  }
  process.exitCode = await buildSite({ ...process.env, PUBLIC_SUPABASE_KEY: key });
}

await main().catch(async (error) => {
  await printFailure(error);
  process.exit(1);
});
