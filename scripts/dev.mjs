// Serves the site with hot reload. It starts the server where no backend is named and none runs.
import './lib/supported-node.mjs';
import { setTimeout as pause } from 'node:timers/promises';
import { endsWith, readArguments } from '../server/start.mjs';
import { findBackend } from './lib/backend.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { bin, fromRoot, root } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const HELP = `npm run dev: serves the site with hot reload at http://localhost:4321. It uses the backend that .env or the environment
names, or the server that runs here. Where none runs, it starts one like npm start, which stops with it.

  DATA_DIR              the folder of the server here (default .data), which has its address and key
  PUBLIC_SUPABASE_URL   another backend's address
  PUBLIC_SUPABASE_KEY   its publishable key`;

const POLL_MS = 200;

/** Returns true if a server answers at the address. A killed one has left its address behind. @param {string} url */
const answers = (url) =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns the address and key of a backend that can be used now, or null. */
async function runningBackend() {
  const { url, key, isHere } = findBackend(root, process.env);
  if (!isHere && !key) {
    console.error(
      'PUBLIC_SUPABASE_URL names a backend: set PUBLIC_SUPABASE_KEY to its publishable key, too.',
    );
    process.exit(1);
  }
  return url && key && (!isHere || (await answers(url))) ? { url, key } : null;
}

/** Starts the server and waits until it answers. This process ends if the server cannot start. */
async function startServer() {
  console.log('No server runs here, so this starts one. Create an admin with npm run admin -- add EMAIL.');
  const args = [fromRoot('scripts', 'start.mjs'), endsWith(process.pid)];
  void run(bin('node'), args, { cwd: root }).then((code) => process.exit(code));
  for (;;) {
    await pause(POLL_MS);
    const backend = await runningBackend();
    if (backend) return backend;
  }
}

readArguments(HELP);
await installWhatIsMissing(false);
const { url, key } = (await runningBackend()) ?? (await startServer());
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
