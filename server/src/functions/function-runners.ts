import { dirname, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../configuration/config.ts';
import type { FunctionFiles } from './call.ts';
import { DenoProcess } from './deno/deno-process.ts';
import { FunctionFault } from './errors.ts';
import { FunctionRunner, type RunnerOptions } from './function-runner.ts';
import { FunctionThread } from './thread/function-thread.ts';
import { findDeno, needsDeno, ownsCors, whyUnsupported } from './unsupported.ts';

interface Options extends Pick<RunnerOptions, 'timeoutMs' | 'idleMs' | 'streamIdleMs'> {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Returns the server's own address on this machine, known once it listens. */
  readonly url: () => string;
}

interface Entry {
  readonly runner: FunctionRunner;
  /** True if the function decides itself which origins may call it. */
  readonly ownsCors: boolean;
}

export type FunctionRunners = ReturnType<typeof createRunners>;

/** The runners of functions by name, each made for the first request. */
export function createRunners({ config, log, url, ...times }: Options) {
  const runners = new Map<string, Entry>();

  const create = (name: string, files: FunctionFiles): Entry => {
    const problem = whyUnsupported(files);
    if (problem) throw new FunctionFault('BOOT_ERROR', null, problem);
    const options = {
      ...files,
      environment: functionEnvironment(config, url()),
      print: (line: string, reqId?: string) => log.info({ function: name, reqId }, line),
    };
    const deno = needsDeno(files) ? findDeno(dirname(files.file)) : null;
    const start = async (onFailure: () => void, closing: AbortSignal) =>
      deno === null
        ? new FunctionThread(options, onFailure)
        : DenoProcess.start({ ...options, deno, cacheDir: join(config.dataDir, 'deno'), closing }, onFailure);
    const { timeoutMs, idleMs, streamIdleMs } = times;
    const runner = new FunctionRunner({ start, timeoutMs, idleMs, streamIdleMs, limits: config.limits });
    return { runner, ownsCors: ownsCors(files) };
  };

  const each = async (end: (runner: FunctionRunner) => Promise<unknown>) =>
    void (await Promise.all([...runners.values()].map(({ runner }) => end(runner))));

  return {
    /** @throws FunctionFault for a function that cannot run */
    of(name: string, files: FunctionFiles): Entry {
      const entry = runners.get(name) ?? create(name, files);
      runners.set(name, entry);
      return entry;
    },
    /** Waits for the requests under way. */
    drain: () => each((runner) => runner.drain()),
    close: () => each((runner) => runner.close()),
  };
}

/**
 * The variables of a function, which are Supabase's own names, mail settings without the mail server, the address at
 * which the server is reached on this machine, and `[edge_runtime.secrets]`. Nothing else of the server's environment
 * is included, so that no function depends on it. This is no protection: a function on Node can read every file of the
 * server, its keys included.
 */
function functionEnvironment(config: Config, localUrl: string): Record<string, string> {
  const { mail, keys, functionSecrets } = config;
  const set = Object.fromEntries(Object.entries(functionSecrets).filter(([, value]) => value !== ''));
  return {
    SUPABASE_URL: config.externalUrl ?? localUrl,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SITE_URL: config.siteUrl,
    SERVER_URL: localUrl,
    MAIL_FROM: mail.from,
    MAIL_OUTBOX: mail.outboxDir,
    SMTP_CONNECTIONS: String(mail.places),
    ...(mail.perSecond === null ? {} : { SMTP_RATE: String(mail.perSecond) }),
    ...set,
  };
}
