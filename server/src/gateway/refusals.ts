import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { DatabaseUnavailable, isOutage, PoolBusy } from '../database/database.ts';
import { readableElsewhere } from './cross-origin.ts';

/** The longest URL we read, in characters. */
export const MAX_URL_LENGTH = 12_000;

/** Paths that programs call and that are answered in JSON, never with a page. Some belong to services that we lack. */
const API_PATH = /^\/(auth|rest|functions|storage|realtime|graphql)\/v1(\/|$)|^\/(health|metrics)(\/|$)/;

export const isApiPath = (url: string): boolean => API_PATH.test(url.split('?', 1)[0]!);

/** A caller who must retry later. Each service answers 429 in its own format. */
export class TooManyRequests extends Error {
  override name = 'TooManyRequests';
  readonly code: string;
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, retryAfterSeconds: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Refuses requests that a proxy in front may have interpreted differently (RFC 9112, 3.2 and 6.1). They are a request
 * with two hosts, one of HTTP/1.1 without a host, and a chunked one of HTTP/1.0.
 */
export const refuseAmbiguity: onRequestHookHandler = (request, reply, done) => {
  const fault = ambiguity(request.raw);
  if (fault === null) return done();
  refuse(request, reply.header('connection', 'close'), 400, fault);
};

function ambiguity({ rawHeaders, httpVersion, headers }: IncomingMessage): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The request names more than one host';
  if (httpVersion !== '1.0') return hosts === 0 ? 'The request names no host' : null;
  return headers['transfer-encoding'] === undefined ? null : 'HTTP/1.0 has no chunks';
}

/** A URL longer than our limit. The data API answers it in its own format. */
export class UrlTooLong extends Error {
  override name = 'UrlTooLong';
  readonly statusCode = 414;

  constructor() {
    super(`The URL is longer than ${MAX_URL_LENGTH} characters`);
  }
}

/** Refuses a URL that is too long before it is parsed. */
export const refuseLongUrl: onRequestHookHandler = (request, reply, done) => {
  if (request.url.length <= MAX_URL_LENGTH) return done();
  const { statusCode, message } = new UrlTooLong();
  if (!request.url.startsWith('/rest/v1/')) return void refuse(request, reply, statusCode, message);
  reply.headers(readableElsewhere);
  done(new UrlTooLong());
};

/** Answers before the hooks of a service run, which let scripts of other origins read what it answers. */
function refuse(request: FastifyRequest, reply: FastifyReply, status: number, message: string): FastifyReply {
  if (isApiPath(request.url)) reply.headers(readableElsewhere);
  return reply.code(status).send({ message });
}

/** Refuses requests without a route, an unknown method of a path or an unknown path of the API. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!;
  if (isApiPath(path)) return refuse(request, reply, 404, `There is nothing at ${request.method} ${path}`);
  return refuse(request, reply.header('allow', 'GET, HEAD'), 405, `${request.method} is not allowed here`);
}

/** Renders errors that no service has rendered. The reason of an internal error stays in the log. */
export function renderRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
  if (status === 500 && !isOutage(error)) request.log.error({ err: error }, 'a request failed');
  if (error instanceof DatabaseUnavailable) {
    const message = error instanceof PoolBusy ? error.message : 'The database cannot be reached';
    return reply.code(503).header('retry-after', '1').send({ message });
  }
  return reply.code(status).send({ message: status === 500 ? 'Something went wrong' : error.message });
}
