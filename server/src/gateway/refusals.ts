import type { FastifyError, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { DatabaseUnavailable } from '../database/database.ts';

/** The longest URL we read, in characters. */
const MAX_URL_LENGTH = 12_000;

/** Paths that programs call and that are answered in JSON, never with a page. */
const API_PATH = /^\/(auth|rest|functions)\/v1(\/|$)|^\/(health|metrics)(\/|$)/;

export function isApiPath(url: string): boolean {
  return API_PATH.test(url.split('?', 1)[0]!);
}

/** A caller who is to come back later; each service answers 429 in its own shape. */
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

/** Refuses a request that names two hosts: a proxy in front may have routed by the other one (RFC 9112, 3.2). */
export const refuseTwoHosts: onRequestHookHandler = (request, reply, done) => {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts < 2) return done();
  reply.code(400).header('connection', 'close').send({ message: 'The request names more than one host' });
};

/** A URL that is longer than we read; the data API answers it in its own shape. */
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
  const refusal = new UrlTooLong();
  if (request.url.startsWith('/rest/v1/')) return done(refusal);
  reply.code(refusal.statusCode).send({ message: refusal.message });
};

/** A path that cannot be decoded, which the router refuses before any service sees it; the data API has its own shape. */
export function refusePath(
  { message }: FastifyError,
  { url }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!url.startsWith('/rest/v1/')) return reply.code(400).send({ message });
  const body = {
    code: 'PGRST125',
    message: 'Invalid path specified in request URL',
    details: null,
    hint: null,
  };
  return reply.code(404).send(body);
}

/** What no route takes: a method that a path does not know, or a path of the API that does not exist. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0]!;
  if (isApiPath(path))
    return reply.code(404).send({ message: `There is nothing at ${request.method} ${path}` });
  return reply
    .code(405)
    .header('allow', 'GET, HEAD')
    .send({ message: `${request.method} is not allowed here` });
}

/** Renders what no service has rendered; the reason of a fault of ours stays in the log. */
export function renderRefusal(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof DatabaseUnavailable) {
    return reply.code(503).header('retry-after', '1').send({ message: 'The database cannot be reached' });
  }
  const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
  if (status === 500) request.log.error({ err: error }, 'a request failed');
  return reply.code(status).send({ message: status === 500 ? 'Something went wrong' : error.message });
}
