import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { npmFolder } from '../support/npm-folder.ts';
import type { Contestant, Started } from './contestant.ts';
import { node, startProgram } from '../support/program.ts';
import { schemaForSqlite, wholeSchema } from './schema.ts';

export const litePackages = { '@supabase/lite': '0.10.0', postgres: '3.4.9' } as const;

const keys = {
  publishableKey: 'sb_publishable_only-for-benchmarks-0123456789',
  secretKey: 'sb_secret_only-for-benchmarks-0123456789abcdef',
};

/** The driver of each database. PGlite syncs no write, so a crash of the machine loses what was answered. */
const drivers = { SQLite: 'sqlite-postgres', PGlite: 'pglite', PostgreSQL: 'postgres' } as const;

/** `lite start` on the same table and the same auth user. */
export function lite(database: keyof typeof drivers): Contestant {
  const project = mkdtempSync(join(tmpdir(), 'solostead-bench-lite-'));
  let cli = '';
  let postgres: TestPostgres | null = null;
  let port = 0;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: project,
    NODE_ENV: 'production',
    DO_NOT_TRACK: '1',
    LITE_TELEMETRY: '0',
  };
  const prepare = async () => {
    cli = join(npmFolder('lite', litePackages), 'node_modules/@supabase/lite/dist/cli/index.js');
    if (database === 'PostgreSQL') postgres = await startPostgres();
    port = await freePort();
    const url = {
      SQLite: 'file:./supabase/.temp/data.db',
      PGlite: 'supabase/.temp/data',
      PostgreSQL: postgres?.url(),
    }[database];
    mkdirSync(join(project, 'supabase/migrations'), { recursive: true });
    writeFileSync(join(project, 'supabase/config.toml'), config(port, drivers[database], url!));
    const schema = database === 'SQLite' ? schemaForSqlite() : wholeSchema();
    writeFileSync(join(project, 'supabase/migrations/20260101000000_applications.sql'), schema);
    await promisify(execFile)(node, [cli, 'migration', 'up'], { cwd: project, env, timeout: 60_000 });
    await (await start()).stop();
  };
  const start = async (): Promise<Started> => {
    const url = `http://127.0.0.1:${port}`;
    const { pid, seconds, stop } = await startProgram(
      [cli, 'start', '--no-admin'],
      { cwd: project, env },
      `${url}/rest/v1/applications?limit=1`,
      { apikey: keys.secretKey },
    );
    return { url, ...keys, pids: postgres ? [pid, postgres.pid] : [pid], seconds, stop };
  };
  return {
    name: `lite, ${database}`,
    prepare,
    start,
    remove: async () => {
      await postgres?.stop();
      rmSync(project, { recursive: true, force: true });
    },
  };
}

const config = (port: number, driver: string, url: string) => `[api]
port = ${port}
[db]
driver = "${driver}"
url = "${url}"
[auth]
enabled = true
jwt_secret = "Only-4-benchmarks:8f1c2d9a7b6e5f40Zx"
jwt_expiry = 3600
enable_signup = true
publishable_key = "${keys.publishableKey}"
secret_key = "${keys.secretKey}"
[auth.email]
enable_confirmations = false
`;
