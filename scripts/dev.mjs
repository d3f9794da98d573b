// Serves the site with hot reload against a running backend.
import './lib/supported-node.mjs';
import { findBackend } from './lib/backend.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm run dev: the site with hot reload at http://localhost:4321, against a running backend, which .env or
the environment names

  DATA_DIR              of the running backend (default .data); its address and key are read there
  PUBLIC_SUPABASE_URL   another backend's address
  PUBLIC_SUPABASE_KEY   and its publishable key`;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
await installWhatIsMissing(false);
const { url, key } = findBackend(root, process.env);
if (!url || !key) {
  console.error(
    'No backend runs here: start one with npm start in another terminal, or set PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY.',
  );
  process.exit(1);
}
process.exit(
  await run(bin('node'), [bin('astro'), 'dev', '--root', fromRoot('site')], {
    cwd: root,
    env: {
      ...process.env,
      PUBLIC_SUPABASE_URL: url,
      PUBLIC_SUPABASE_KEY: key,
      ASTRO_TELEMETRY_DISABLED: '1',
      // Its advice names versions that docs/decisions/node-24-from-npm.md refuses.
      ASTRO_DISABLE_UPDATE_CHECK: 'true',
    },
  }),
);
