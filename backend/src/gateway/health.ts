import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database/database.ts';

/**
 * `/health/live` answers while the process does; `/health/ready` while the database does too, and until the server
 * `isLeaving`: a proxy then sends nobody here any more.
 */
export function health(database: Database, isLeaving: () => boolean): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    app.get('/health/live', async () => ({ status: 'live' }));
    app.get('/health/ready', async (_request, reply) => {
      if (isLeaving()) return reply.code(503).send({ status: 'leaving' });
      try {
        await database.query('select 1');
        return { status: 'ready' };
      } catch {
        return reply.code(503).header('retry-after', '1').send({ status: 'the database cannot be reached' });
      }
    });
  };
}
