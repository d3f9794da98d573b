import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { queueOwner } from '../gateway/queue-owner.ts';
import { ownUrl } from '../network.ts';
import { authorize, findFunction, type FunctionFiles, relay, toMessage } from './call.ts';
import { DenoProcess } from './deno/deno-process.ts';
import { findDeno, needsDeno, whyUnsupported } from './unsupported.ts';
import { FunctionFault } from './errors.ts';
import { FunctionRunner } from './function-runner.ts';
import { FunctionThread } from './function-thread.ts';
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
    const runners = new Map<string, FunctionRunner>();
    const retryAfter = new RetryAfterCache();
    const create = (name: string, files: FunctionFiles): FunctionRunner => {
      const options = {
        ...files,
        environment: functionEnvironment(config, ownUrl(app.server)),
        print: (line: string, reqId: string | null = null) =>
          log.info({ function: name, ...(reqId !== null && { reqId }) }, line),
      };
      const deno = needsDeno(files) ? findDeno(dirname(files.file)) : null;
      const start = async (onFailure: () => void) =>
        deno === null
          ? new FunctionThread(options, onFailure)
          : DenoProcess.start({ ...options, deno, cacheDir: join(config.dataDir, 'deno') }, onFailure);
      return new FunctionRunner({ start, timeoutMs, idleMs, limits: config.limits });
    };
    const runnerOf = (name: string, files: FunctionFiles): FunctionRunner => {
      const runner = runners.get(name) ?? create(name, files);
      runners.set(name, runner);
      return runner;
    };
    const end = () => Promise.all([...runners.values()].map((runner) => runner.close()));
    // Functions finish what they have begun while the server still answers them; one that hangs ends after the grace.
    app.addHook('preClose', async () => {
      setTimeout(() => void end(), GRACE_MS).unref();
      await Promise.all([...runners.values()].map((runner) => runner.drain()));
    });
    app.addHook('onClose', async () => void (await end()));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.setErrorHandler((error, request, reply) => renderFault(error, request, reply));

    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { name } = request.params as { name: string };
      const files = config.runsFunctions ? findFunction(config, name) : null;
      if (files === null) throw new FunctionFault('NOT_FOUND');
      authorize(request.caller, config.functions[name]?.verify_jwt ?? true);
      const problem = runners.has(name) ? null : whyUnsupported(files);
      if (problem) throw new FunctionFault('BOOT_ERROR', null, problem);
      const owner = queueOwner(request.caller);
      const caller = `${name} ${owner.caller}`;
      // Requests with the secret key are never refused from the cache.
      const wait = owner.caller === '' ? null : retryAfter.find(caller);
      if (wait) {
        await pause(SLOW_DOWN_MS);
        return relay(reply, wait);
      }
      const response = await runnerOf(name, files)
        .ask(toMessage(request, ownUrl(app.server)), owner)
        .catch(slowDown);
      retryAfter.remember(caller, response);
      return relay(reply, response);
    };
    for (const url of ['/:name', '/:name/*']) app.route({ method: methods, url, handler: answer });
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

/** Fastify's own refusals keep their status. Everything else is our fault. */
function faultOf(error: unknown): FunctionFault {
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return new FunctionFault('PAYLOAD_TOO_LARGE');
  if (statusCode >= 400 && statusCode < 500) return new FunctionFault('BAD_REQUEST');
  return new FunctionFault('WORKER_ERROR', String(error));
}

/**
 * The variables of a function, which are Supabase's own names, mail settings, and `[edge_runtime.secrets]`. Nothing
 * else of the server's environment is included, so a function never has signing keys or the database's address.
 */
function functionEnvironment(config: Config, url: string): Record<string, string> {
  const { mail, keys, functionSecrets } = config;
  const set = Object.fromEntries(Object.entries(functionSecrets).filter(([, value]) => value !== ''));
  return {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SITE_URL: config.siteUrl,
    MAIL_FROM: mail.from,
    MAIL_OUTBOX: mail.outboxDir,
    SMTP_CONNECTIONS: String(mail.places),
    ...(mail.perSecond === null ? {} : { SMTP_RATE: String(mail.perSecond) }),
    ...(mail.smtpUrl === null ? {} : { SMTP_URL: mail.smtpUrl }),
    ...set,
  };
}
