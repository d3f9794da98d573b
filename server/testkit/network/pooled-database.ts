import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../databases/postgres.ts';
import { startPgbouncer } from './pgbouncer.ts';

/** Debian's PostgreSQL 15 behind its PgBouncer, with the variables by which a server uses both. */
export async function startPooledDatabase(mode: 'session' | 'transaction') {
  const postgres = await startPostgres({ programs: '/usr/lib/postgresql/15' });
  const pooler = await startPgbouncer(postgres.port, mode);
  // A worker of vitest is ended by a signal: end-shared-servers.ts ends what is noted here.
  const list = process.env['SHARED_SERVERS'];
  const notes = list
    ? [pooler, postgres].map(({ pid, home }) => ({ file: join(list, String(pid)), home }))
    : [];
  for (const { file, home } of notes) writeFileSync(file, home);
  return {
    env: {
      DATABASE_URL: pooler.url('postgres'),
      DATABASE_DIRECT_URL: postgres.url(),
      DATABASE_POOLER: mode === 'transaction' ? mode : '',
    },
    stop: async () => {
      await pooler.stop();
      await postgres.stop();
      for (const { file } of notes) rmSync(file, { force: true });
    },
  };
}
