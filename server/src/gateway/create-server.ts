import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { fastify, type FastifyInstance, LogController, type onResponseHookHandler } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import { isWithin } from './network.ts';
import { runForRequest } from '../process/request-id.ts';
import { answerInTurn } from './http/answer-in-turn.ts';
import { endUnread, readRest } from './http/slow-clients.ts';
import { originForm, routable } from './http/request-path.ts';
import { unparsedRefuser } from './http/refuse-unparsed.ts';
import { MAX_URL_LENGTH, refuseAmbiguity, refuseLongUrl, refuseUnknown, renderRefusal } from './refusals.ts';
import { securityHeaders } from './security-headers.ts';

/** The largest body we read. */
const MAX_BODY_BYTES = 64 * 1024;

/** The time a request, and its head alone, may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEAD_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_MS = 5_000;

/** The time a client may read nothing of its answer. */
const SEND_TIMEOUT_MS = 30_000;

/** The number of URL parameters parsed for services. The data API parses and limits its own. */
const MAX_PARAMETERS = 250;

/** No route has a JSON schema, so the memory of schema compilers is saved. */
const noSchemas = (): never => {
  throw new Error('Routes check what they get themselves: a JSON schema is not compiled here');
};

/** An HTTP server with what applies to all requests: limits, ids, log, security headers and refusals in JSON. */
export function createServer(config: Config, log: Logger, isLeaving: () => boolean): FastifyInstance {
  // Answers contain personal data that shared caches cannot separate. The site's files and a function set their own
  // header.
  const headers = { 'cache-control': 'no-store', ...securityHeaders(config.apiUrl) };
  const { clientErrorHandler, answerWishes } = unparsedRefuser(headers, log);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A database that is slow delays a start and does not end it. Statements and connections have limits.
    pluginTimeout: 0,
    // Requests that arrive during drain are still answered: a proxy may not know of it yet.
    return503OnClosing: false,
    clientErrorHandler,
    http: {
      headersTimeout: HEAD_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node's own refusal has no headers and no words.
      requireHostHeader: false,
    },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    genReqId: requestIds(config.trustedProxies),
    rewriteUrl: ({ url = '/' }) => routable(url),
    routerOptions: {
      // The router reads them before any hook could refuse the request.
      querystringParser: (text) => parse(text, '&', '=', { maxKeys: MAX_PARAMETERS }),
      // It would refuse a longer part of a path before any hook runs.
      maxParamLength: MAX_URL_LENGTH,
    },
  }) as unknown as FastifyInstance;
  app.addHook('onRequest', answerInTurn());
  // These hooks call back instead of promising: they run for every request, and a promise each would cost more than
  // what they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Fastify ends connections from the beginning of a stop. Proxies would then connect again for each request, and the
    // listener would close on one of them.
    if (isLeaving() && app.server.listening) reply.raw.removeHeader('connection');
    else if (isLeaving()) reply.header('connection', 'close');
    done();
  });
  app.addHook('onRequest', refuseAmbiguity);
  app.addHook('onRequest', refuseLongUrl);
  // After the body, whose arrival would lose the context again.
  app.addHook('preValidation', (request, _reply, done) => runForRequest(request.id, done));
  app.addHook('onSend', endUnread(SEND_TIMEOUT_MS));
  app.addHook('onSend', readRest);
  app.addHook('onResponse', logRequest);
  app.setNotFoundHandler(refuseUnknown);
  answerWishes(app.server);
  app.setErrorHandler(renderRefusal);
  return app;
}

/** Ids that proxies send, such as UUIDs and trace ids. They are written into logs and headers unchanged. */
const WELL_FORMED_ID = /^[\w.:=+/-]{8,100}$/;

/** Creates the id of each request, a trusted proxy's well-formed id or else a new one. */
const requestIds =
  (trustedProxies: readonly string[]) =>
  ({ headers, socket }: IncomingMessage): string => {
    const received = headers['x-request-id'];
    const isWellFormed = typeof received === 'string' && WELL_FORMED_ID.test(received);
    return isWellFormed && isWithin(socket.remoteAddress ?? '', trustedProxies) ? received : randomUUID();
  };

/** Logs a line per answer without query string, header, body or address, so without secrets and personal data. */
const logRequest: onResponseHookHandler = (request, reply, done) => {
  const line = {
    method: request.method,
    // A client may have encoded the question mark before a secret, once or more often, or lost it.
    path: originForm(request.originalUrl)
      .split(/[?&;=]|%(?:3f|26|3b|3d|25)/i, 1)[0]!
      .slice(0, 200),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  // Probes ask every second or so, and callers whose requests for metrics are refused as often as they like.
  const isQuiet = line.path.startsWith('/health/') || (line.path === '/metrics' && line.status === 401);
  if (isQuiet) request.log.debug(line, 'request');
  else if (reply.statusCode >= 500) request.log.error(line, 'request');
  else request.log.info(line, 'request');
  done();
};
