import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../configuration/config.ts';
import { queueOwner } from '../gateway/queue-owner.ts';
import { ownUrl } from '../gateway/network.ts';
import { authorize, findFunction, type FunctionFiles, toMessage } from './call.ts';
import { FunctionFault } from './errors.ts';
import { createRunners, type FunctionRunners } from './function-runners.ts';
import type { ResponseMessage } from './message.ts';
import { discard, isDecision, relay } from './relay.ts';
import { RequestBodies } from './request-bodies.ts';
import { RetryAfterCache } from './retry-after-cache.ts';

interface Dependencies {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** The time in which a function must begin to answer, 30 seconds by default. */
  readonly timeoutMs?: number;
  /** The time after which a worker without requests ends, 30 seconds by default. */
  readonly idleMs?: number;
  /** The time in which a function must continue its answer, a minute by default. */
  readonly streamIdleMs?: number;
}

/** The time calls may take after the server begins to stop. */
const GRACE_MS = 5_000;

/** Delays a refusal, because a flood that repeats it at once would take the time of all other callers. */
const SLOW_DOWN_MS = 500;

async function slowDown(error: unknown): Promise<never> {
  if (error instanceof FunctionFault && ['TOO_MANY_REQUESTS', 'BODIES_LIMIT'].includes(error.code))
    await pause(SLOW_DOWN_MS);
  throw error;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Runs `supabase/functions/<name>/index.ts` under `/functions/v1/<name>`, on Node or, if it needs it, under Deno. */
export function functionsService(dependencies: Dependencies): FastifyPluginAsync {
  const { config, timeoutMs = 30_000, idleMs = 30_000 } = dependencies;
  return async (app) => {
    const url = () => ownUrl(app.server);
    const runners = createRunners({ ...dependencies, url, timeoutMs, idleMs });
    // Functions finish what they have begun while the server still answers them; one that hangs ends after the grace.
    app.addHook('preClose', async () => {
      setTimeout(() => void runners.close(), GRACE_MS).unref();
      await runners.drain();
    });
    app.addHook('onClose', () => runners.close());
    const bodies = new RequestBodies(config.limits);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      bodies.read(request, payload),
    );
    app.setErrorHandler((error, request, reply) => renderFault(error, request, reply));
    const answer = answerWith(runners, config, url);
    const types = new WeakMap<FastifyRequest, string>();
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      admit(config, request);
      await bodies.reserve(request, reply).catch(slowDown);
      // Fastify would refuse a body of a type that it cannot read.
      const { 'content-type': type } = request.headers;
      if (type !== undefined) types.set(request, type);
      delete request.headers['content-type'];
    };
    const preValidation = async (request: FastifyRequest) => {
      const type = types.get(request);
      if (type !== undefined) request.headers['content-type'] = type;
    };
    for (const path of ['/:name', '/:name/*'])
      app.route({ method: methods, url: path, onRequest, preValidation, handler: answer });
  };
}

const nameOf = ({ params }: FastifyRequest): string => (params as { name: string }).name;

/** Returns the files of the function that a request calls. @throws FunctionFault where it may not be called */
function admit(config: Config, request: FastifyRequest): FunctionFiles {
  const name = nameOf(request);
  const files = config.runsFunctions ? findFunction(config, name) : null;
  if (files === null) throw new FunctionFault('NOT_FOUND');
  // A browser asks without the token whether it may send one.
  if (request.method !== 'OPTIONS') authorize(request.caller, config.functions[name]?.verify_jwt ?? true);
  return files;
}

function answerWith(runners: FunctionRunners, config: Config, url: () => string) {
  const retryAfter = new RetryAfterCache();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const name = nameOf(request);
    const { runner, ownsCors } = runners.of(name, admit(config, request));
    const owner = queueOwner(request.caller);
    const ask = () => runner.ask(toMessage(request, config.externalUrl ?? url()), owner);
    if (isPreflight(request)) return answerPreflight(request, reply, ownsCors, ask);
    const caller = `${name} ${owner.caller}`;
    // Requests with the secret key are never refused from the cache.
    const wait = owner.caller === '' ? null : retryAfter.find(caller);
    if (wait) {
      await pause(SLOW_DOWN_MS);
      return relay(request, reply, wait, ownsCors);
    }
    const response = await ask().catch(slowDown);
    retryAfter.remember(caller, response);
    return relay(request, reply, response, ownsCors);
  };
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Lets the function decide which origins may call it. Any may call one that does not. */
async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  ownsCors: boolean,
  ask: () => Promise<ResponseMessage>,
): Promise<FastifyReply> {
  const answer = await ask();
  if (isDecision(answer, ownsCors)) return relay(request, reply, answer, ownsCors);
  discard(answer.body);
  return allowAll(reply);
}

/** Answers a preflight by the headers of the gateway. Without a length Safari waits for a body. */
const allowAll = (reply: FastifyReply): FastifyReply => reply.code(204).header('content-length', '0').send();

function renderFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = error instanceof FunctionFault ? error : faultOf(error);
  if (fault.reason)
    // A caller's mistake is no error of the server.
    request.log[fault.status < 500 ? 'info' : 'error'](
      { function: request.url.split('?')[0], code: fault.code },
      fault.reason,
    );
  if (isPreflight(request)) return allowAll(reply);
  if (fault.status === 429 || fault.code === 'BODIES_LIMIT') void reply.header('retry-after', '1');
  if (fault.status === 401) void reply.header('x-relay-error', 'true');
  return reply
    .code(fault.status)
    .header('sb-error-code', fault.code)
    .send({ code: fault.code, message: fault.message });
}

/** Fastify's own refusals are bad requests, except for a body that is too large. Everything else is our fault. */
function faultOf(error: unknown): FunctionFault {
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return new FunctionFault('PAYLOAD_TOO_LARGE');
  if (statusCode >= 400 && statusCode < 500) return new FunctionFault('BAD_REQUEST');
  return new FunctionFault('WORKER_ERROR', String(error));
}
