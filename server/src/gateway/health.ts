import type { FastifyPluginAsync } from 'fastify';
import type { Verdict } from './readiness.ts';

/**
 * `/health/live` answers while the process does; `/health/open` until the server `isLeaving`: a proxy then sends no request
 * here any more; `/health/ready` while the database takes writes too. A proxy should ask for `open`: pages need no
 * database, and callers that need it are refused in the form of their protocol.
 */
export function health(isReady: () => Promise<Verdict>, isLeaving: () => boolean): FastifyPluginAsync {
  return async (app) => {
    app.get('/health/live', async () => ({ status: 'live' }));
    app.get('/health/open', async (_request, reply) =>
      isLeaving() ? reply.code(503).send({ status: 'leaving' }) : { status: 'open' },
    );
    app.get('/health/ready', async (_request, reply) => {
      if (isLeaving()) return reply.code(503).send({ status: 'leaving' });
      const verdict = await isReady();
      if (verdict === null) return { status: 'ready' };
      return reply.code(503).header('retry-after', '1').send({ status: verdict });
    });
  };
}
