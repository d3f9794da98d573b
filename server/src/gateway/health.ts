import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { type Database, DatabaseUnavailable } from '../database/database.ts';

/** How long the database may take to say that it is there, in milliseconds. */
const patience = 5_000;

async function tooLate(): Promise<never> {
  await pause(patience, undefined, { ref: false });
  throw new DatabaseUnavailable('The database does not answer.');
}

/**
 * `/health/live` answers while the process does; `/health/open` until the server `isLeaving`: a proxy then sends nobody
 * here any more; `/health/ready` while the database answers too. A proxy should ask for `open`: pages need no database,
 * and whoever needs it hears of its absence in the words of their protocol.
 */
export function health(database: Database, isLeaving: () => boolean): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    app.get('/health/live', async () => ({ status: 'live' }));
    app.get('/health/open', async (_request, reply) =>
      isLeaving() ? reply.code(503).send({ status: 'leaving' }) : { status: 'open' },
    );
    app.get('/health/ready', async (_request, reply) => {
      if (isLeaving()) return reply.code(503).send({ status: 'leaving' });
      try {
        await Promise.race([database.query('select 1'), tooLate()]);
        return { status: 'ready' };
      } catch {
        return reply.code(503).header('retry-after', '1').send({ status: 'the database cannot be reached' });
      }
    });
  };
}
