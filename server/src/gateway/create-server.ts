import { parse } from 'node:querystring';
import { fastify, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { requestIds, runForRequest } from '../request-id.ts';
import { refuseLongUrl, refusePath, refuseTwoHosts, refuseUnknown, renderRefusal } from './refusals.ts';
import { logRequest } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

/** The largest body we read. */
const MAX_BODY_BYTES = 64 * 1024;

/** How many parameters of a URL are read for services; the data API reads and bounds its own. */
const MAX_PARAMETERS = 250;

/** An HTTP server with what holds for every request: limits, ids, log, security headers, refusals in JSON. */
export function createServer(config: Config, log: Logger, isLeaving: () => boolean): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    // Requests that arrive during drain are still answered: a proxy may not know of it yet.
    return503OnClosing: false,
    frameworkErrors: refusePath,
    genReqId: requestIds(config.trustedProxies),
    rewriteUrl: originForm,
    // The router reads them before any hook could refuse the request.
    routerOptions: { querystringParser: (text) => parse(text, '&', '=', { maxKeys: MAX_PARAMETERS }) },
  }) as unknown as FastifyInstance;
  // These hooks call back instead of promising: they run for every request, and a promise each would cost more than
  // what they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (isLeaving()) reply.header('connection', 'close');
    done();
  });
  app.addHook('onRequest', securityHeaders(config.siteUrl));
  app.addHook('onRequest', refuseTwoHosts);
  app.addHook('onRequest', refuseLongUrl);
  // After the body, whose arrival would lose the context again.
  app.addHook('preValidation', (request, _reply, done) => runForRequest(request.id, done));
  app.addHook('onResponse', logRequest);
  app.setNotFoundHandler(refuseUnknown);
  app.setErrorHandler(renderRefusal);
  return app;
}

/** A client that speaks as to a proxy names scheme and host in the address; services see only its path (RFC 9112, 3.2). */
function originForm({ url = '/' }: { url?: string | undefined }): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
