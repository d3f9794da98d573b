import { startPostgres } from '../servers/postgres.ts';
import { startPgbouncer } from './pgbouncer.ts';

/** Debian's PostgreSQL 15 behind its PgBouncer, with the variables by which a server uses both. */
export async function startPooledDatabase(mode: 'session' | 'transaction') {
  const postgres = await startPostgres({ programs: '/usr/lib/postgresql/15' });
  const pooler = await startPgbouncer(postgres.port, mode);
  return {
    env: { DATABASE_URL: pooler.url('postgres'), DATABASE_DIRECT_URL: postgres.url() },
    stop: async () => {
      await pooler.stop();
      await postgres.stop();
    },
  };
}
