import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { queueOwner } from '../gateway/queue-owner.ts';
import { ownUrl } from '../network.ts';
import { authorize, findFunction, relay, toMessage } from './call.ts';
import { FunctionFault } from './errors.ts';
import { createRunners, type FunctionRunners } from './function-runners.ts';
import { RetryAfterCache } from './retry-after-cache.ts';

interface Dependencies {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** The time limit of a function, 30 seconds by default. */
  readonly timeoutMs?: number;
  /** The time after which a worker without requests ends, 30 seconds by default. */
  readonly idleMs?: number;
}

/** The time calls may take after the server begins to stop. */
const GRACE_MS = 5_000;

/** Delays a refusal, because a flood that repeats it at once would take the time of all other callers. */
const SLOW_DOWN_MS = 500;

async function slowDown(error: unknown): Promise<never> {
  if (error instanceof FunctionFault && error.code === 'TOO_MANY_REQUESTS') await pause(SLOW_DOWN_MS);
  throw error;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Runs `supabase/functions/<name>/index.ts` under `/functions/v1/<name>`, on Node or, if it needs it, under Deno. */
export function functionsService(dependencies: Dependencies): FastifyPluginAsync {
  const { config, log, timeoutMs = 30_000, idleMs = 30_000 } = dependencies;
  return async (app) => {
    const url = () => ownUrl(app.server);
    const runners = createRunners({ config, log, url, timeoutMs, idleMs });
    // Functions finish what they have begun while the server still answers them; one that hangs ends after the grace.
    app.addHook('preClose', async () => {
      setTimeout(() => void runners.close(), GRACE_MS).unref();
      await runners.drain();
    });
    app.addHook('onClose', () => runners.close());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.setErrorHandler((error, request, reply) => renderFault(error, request, reply));
    const answer = answerWith(runners, config, url);
    for (const path of ['/:name', '/:name/*']) app.route({ method: methods, url: path, handler: answer });
  };
}

function answerWith(runners: FunctionRunners, config: Config, url: () => string) {
  const retryAfter = new RetryAfterCache();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { name } = request.params as { name: string };
    const files = config.runsFunctions ? findFunction(config, name) : null;
    if (files === null) throw new FunctionFault('NOT_FOUND');
    authorize(request.caller, config.functions[name]?.verify_jwt ?? true);
    const runner = runners.of(name, files);
    const owner = queueOwner(request.caller);
    const caller = `${name} ${owner.caller}`;
    // Requests with the secret key are never refused from the cache.
    const wait = owner.caller === '' ? null : retryAfter.find(caller);
    if (wait) {
      await pause(SLOW_DOWN_MS);
      return relay(reply, wait);
    }
    const response = await runner.ask(toMessage(request, url()), owner).catch(slowDown);
    retryAfter.remember(caller, response);
    return relay(reply, response);
  };
}

function renderFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = error instanceof FunctionFault ? error : faultOf(error);
  if (fault.reason)
    request.log.error({ function: request.url.split('?')[0], code: fault.code }, fault.reason);
  if (fault.status === 429) void reply.header('retry-after', '1');
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
