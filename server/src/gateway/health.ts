import type { FastifyPluginAsync } from 'fastify';
import type { Verdict } from './readiness.ts';

/**
 * `/health/live` succeeds while the process answers, `/health/open` until the server `isLeaving`, so that a proxy
 * stops sending requests, and `/health/ready` while the database accepts writes. A proxy should ask for `open`,
 * because pages need no database and callers that need it are refused in the format of their API.
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
