import cors from '@fastify/cors';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import { authService } from './auth/service.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { functionsService } from './functions/service.ts';
import { tellOneAddress } from './gateway/client-address.ts';
import { createServer } from './gateway/create-server.ts';
import { crossOrigin } from './gateway/cross-origin.ts';
import { countFailedApplications } from './gateway/failed-applications.ts';
import { formPost } from './gateway/form-post.ts';
import { health } from './gateway/health.ts';
import { callerIdentification } from './gateway/identify-caller.ts';
import { createMetrics } from './gateway/metrics.ts';
import { readiness } from './gateway/readiness.ts';
import { loadSite } from './gateway/site/load-site.ts';
import { serveSite } from './gateway/site/serve-site.ts';
import type { Mailer } from './mail/mailer.ts';
import { deliverThroughFunction, startMailSchedule } from './mail/schedule.ts';
import { ownUrl } from './process/own-url.ts';
import { releaseForgotten } from './release-forgotten.ts';
import { restService } from './rest/service.ts';

export interface Dependencies {
  readonly config: Config;
  readonly owner: Database;
  /** Where the database's data lies, when it lies on this machine. */
  readonly dataPath: string | null;
  readonly rest: Database;
  readonly auth: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the server has been told to stop. */
  readonly isLeaving: () => boolean;
}

/** Puts the house together; listens nowhere. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, owner, clock, log } = dependencies;
  const app = createServer(config, log, dependencies.isLeaving);
  const isReady = readiness(owner, dependencies.dataPath);
  const metrics = createMetrics(isReady, (key) => key === config.keys.secret);
  app.addHook('onResponse', metrics.observe);
  app.decorateRequest('caller', null as never);
  const identify = callerIdentification(config, clock);
  const tellAddress = tellOneAddress(log);
  const countFailed = countFailedApplications(owner, log);
  const api = (prefix: string, service: FastifyPluginAsync) =>
    app.register(
      async (scope) => {
        await scope.register(cors, crossOrigin);
        scope.addHook('onRequest', identify);
        scope.addHook('onRequest', tellAddress);
        if (config.limits) scope.addHook('onSend', countFailed);
        await scope.register(service);
      },
      { prefix },
    );
  await app.register(health(isReady, dependencies.isLeaving));
  await app.register(metrics.route);
  await api('/auth/v1', authService({ ...dependencies, database: dependencies.auth }));
  await api('/rest/v1', restService({ config, database: dependencies.rest }));
  await api('/functions/v1', functionsService({ config, log }));
  await app.register(formPost(config.keys.publishable));
  await app.register(serveSite(loadSite(config.siteDir, config.apiOrigins)));
  workWhileListening(app, dependencies);
  return app;
}

/** What the server does by itself, between requests. */
function workWhileListening(app: FastifyInstance, { config, owner, log }: Dependencies): void {
  let stop = async () => {};
  app.addHook('onListen', async () => {
    const stopReleasing = releaseForgotten(owner, (error) => log.warn({ err: error }, 'nothing released'));
    const mails = startMailSchedule({
      database: owner,
      queueForgotten: config.limits,
      deliver: deliverThroughFunction(ownUrl(app.server), config.keys.secret),
      report: (error) => log.warn({ err: error }, 'mails wait'),
    });
    stop = async () => {
      stopReleasing();
      await mails.stop();
    };
  });
  app.addHook('preClose', () => stop());
}
