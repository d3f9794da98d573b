import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseMessage } from './message.ts';

/** Headers of an answer that belong to one connection, or that the gateway determines. */
const ownHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'transfer-encoding', 'upgrade', 'trailer'],
  'content-length',
]);

const CROSS_ORIGIN = /^access-control-(?!expose-headers)/;

/** True if the function has said who may read its answer. */
const namesOrigins = ({ headers }: ResponseMessage): boolean =>
  headers.some(([name, value]) => CROSS_ORIGIN.test(name) || (name === 'vary' && /\borigin\b/i.test(value)));

/**
 * Sends what a worker answered. The gateway lets any origin read it, unless the function decides that itself.
 * @param ownsCors true if the function's code deals with other origins
 */
export function relay(
  { method }: FastifyRequest,
  reply: FastifyReply,
  answer: ResponseMessage,
  ownsCors: boolean,
): FastifyReply {
  if (ownsCors || namesOrigins(answer))
    for (const name of Object.keys(reply.getHeaders())) if (CROSS_ORIGIN.test(name)) reply.removeHeader(name);
  for (const [name, values] of Map.groupBy(answer.headers, ([name]) => name)) {
    if (!ownHeaders.has(name))
      void reply.header(name, values.length === 1 ? values[0]![1] : values.map(([, value]) => value));
  }
  return sendBody(method, reply.code(answer.status), answer);
}

function sendBody(method: string, reply: FastifyReply, { status, headers, body, length }: ResponseMessage) {
  if (!(body instanceof Readable)) return reply.send(body.length === 0 ? undefined : Buffer.from(body));
  if (method === 'HEAD' || status === 204 || status === 304) {
    discard(body);
    const declared = length ?? headers.find(([name]) => name === 'content-length')?.[1];
    return (declared === undefined ? reply : reply.header('content-length', declared)).send();
  }
  if (length !== null) void reply.header('content-length', length);
  // Proxies such as nginx would otherwise collect what should arrive at once.
  else if (!reply.hasHeader('x-accel-buffering')) void reply.header('x-accel-buffering', 'no');
  return reply.send(body);
}

/** True if the answer to a preflight is the function's decision, and not an OPTIONS that it does not know. */
export const isDecision = (answer: ResponseMessage, ownsCors: boolean): boolean =>
  namesOrigins(answer) || (ownsCors && (answer.status < 400 || [401, 403].includes(answer.status)));

/** Cancels the body of an answer that is not sent. */
export function discard(body: ResponseMessage['body']): void {
  if (body instanceof Readable) body.on('error', () => {}).destroy();
}
