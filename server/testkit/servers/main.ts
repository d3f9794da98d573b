// The server under test: server/ on the fixture project, with what an extension may add to the auth service. It waits
// for a database for 13 s instead of a minute, which is longer than an attempt to connect.
import { join } from 'node:path';
import { readConfig, serve } from '@solostead/server';

const project = join(import.meta.dirname, '../../tests/fixtures/project');

await serve({
  readConfig: () => readConfig(process.env, project),
  extension: { auth: { countsCapturedMails: true } },
  databaseTimeoutMs: 13_000,
});
