import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database/database.ts';

/** `/health/live` answers while the process does; `/health/ready` while the database does too. */
export function health(database: Database): FastifyPluginAsync {
  return async (app) => {
    app.get('/health/live', async () => ({ status: 'live' }));
    app.get('/health/ready', async (_request, reply) => {
      try {
        await database.query('select 1');
        return { status: 'ready' };
      } catch {
        return reply.code(503).header('retry-after', '1').send({ status: 'the database cannot be reached' });
      }
    });
  };
}
