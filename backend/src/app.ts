import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fastify, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { health } from './gateway/health.ts';
import { callerIdentification } from './gateway/identify-caller.ts';
import type { Mailer } from './mail/mailer.ts';
import { deliverThroughFunction, startMailSchedule } from './mail/schedule.ts';
import { ownUrl } from './own-url.ts';

export interface Dependencies {
  readonly config: Config;
  readonly owner: Database;
  readonly rest: Database;
  readonly auth: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Puts the house together; listens nowhere. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, owner, clock, log } = dependencies;
  const app = fastify({
    loggerInstance: log,
    disableRequestLogging: true,
    bodyLimit: 64 * 1024,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
  });
  app.decorateRequest('caller', null as never);
  const identify = callerIdentification(config, clock);
  await app.register(health(owner));
  for (const [prefix, service] of await services(dependencies)) {
    await app.register(
      async (scope) => {
        scope.addHook('onRequest', identify);
        await scope.register(service);
      },
      { prefix },
    );
  }
  deliverMailsWhileListening(app as unknown as FastifyInstance, dependencies);
  return app as unknown as FastifyInstance;
}

function deliverMailsWhileListening(app: FastifyInstance, { config, owner, log }: Dependencies): void {
  let stopSchedule = async () => {};
  app.addHook('onListen', async () => {
    const schedule = startMailSchedule({
      database: owner,
      deliver: deliverThroughFunction(ownUrl(app.server), config.keys.secret),
      report: (error) => log.warn({ err: error }, 'mails wait'),
    });
    stopSchedule = () => schedule.stop();
  });
  app.addHook('preClose', () => stopSchedule());
}

/** Services that are not built yet are left out. */
async function services(dependencies: Dependencies): Promise<[string, FastifyPluginAsync][]> {
  const { rest, auth } = dependencies;
  const found: [string, FastifyPluginAsync][] = [];
  for (const [name, make, own] of [
    ['auth', 'authService', { database: auth }],
    ['rest', 'restService', { database: rest }],
    ['functions', 'functionsService', {}],
  ] as const) {
    const path = join(import.meta.dirname, name, 'service.ts');
    if (!existsSync(path)) continue;
    const module = (await import(path)) as Record<string, (deps: object) => FastifyPluginAsync>;
    found.push([`/${name}/v1`, module[make]!({ ...dependencies, ...own })]);
  }
  return found;
}
