// The server under test: server/ on the fixture project, with what an extension may add to the auth service. It waits
// for a database for 13 s instead of a minute, which is longer than an attempt to connect.
import { join } from 'node:path';
import { readConfig } from '../../src/configuration/config.ts';
import { serve } from '../../src/serve.ts';

const project = join(import.meta.dirname, '../../tests/fixtures/project');

await serve(() => readConfig(process.env, project), {
  loadExtension: async () => ({ auth: { countsCapturedMails: true } }),
  databaseTimeoutMs: 13_000,
});
