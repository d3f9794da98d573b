import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { serverEnvironment } from '../../tests/harness/servers/server.ts';
import type { Contestant, Started } from './contestant.ts';
import { startProgram } from '../support/program.ts';
import { wholeSchema } from './schema.ts';

const program = join(import.meta.dirname, '../../server/src/main.ts');

const CONFIG = `project_id = "peers"
[auth]
enable_signup = true
[auth.email]
enable_confirmations = false
`;

/** `server/` alone, on a project with only this table. */
export function solostead(): Contestant {
  const project = mkdtempSync(join(tmpdir(), 'solostead-bench-peers-'));
  mkdirSync(join(project, 'supabase/migrations'), { recursive: true });
  writeFileSync(join(project, 'supabase/config.toml'), CONFIG);
  writeFileSync(join(project, 'supabase/migrations/20260101000000_applications.sql'), wholeSchema());
  const start = async (): Promise<Started> => {
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const env = serverEnvironment({ DATA_DIR: join(project, 'data'), PORT: port, SITE_DIST: 'dist' });
    const { pid, seconds, stop } = await startProgram(
      [program, '--project', project],
      { cwd: project, env },
      `${url}/rest/v1/applications?limit=1`,
      { apikey: testKeys.secret },
    );
    const keys = { publishableKey: testKeys.publishable, secretKey: testKeys.secret };
    return { url, ...keys, pids: [pid], seconds, stop };
  };
  return {
    name: 'Solostead',
    prepare: async () => (await start()).stop(),
    start,
    remove: async () => rmSync(project, { recursive: true, force: true }),
  };
}
