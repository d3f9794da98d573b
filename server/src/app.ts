import cors from '@fastify/cors';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { authService } from './auth/service.ts';
import type { Dependencies, Extension } from './extension.ts';
import { functionsService } from './functions/service.ts';
import { secretKeyMatcher } from './gateway/api-keys.ts';
import { normalizeForwarding } from './gateway/client-address.ts';
import { certificateGauges } from './gateway/metrics/certificate-gauges.ts';
import { createServer } from './gateway/create-server.ts';
import { answerOptions, answerPreflight, crossOrigin, passOptions } from './gateway/cross-origin.ts';
import { health, readiness } from './gateway/readiness.ts';
import { anonymousCaller, callerIdentification } from './gateway/identify-caller.ts';
import { createMetrics } from './gateway/metrics/metrics.ts';
import { countedMailer } from './mail/counted-mailer.ts';
import { ownUrl } from './gateway/network.ts';
import { ownGauges } from './gateway/metrics/own-gauges.ts';
import { loadSite } from './gateway/site/load-site.ts';
import { admitInTurns } from './gateway/turns.ts';
import { serveSite } from './gateway/site/serve-site.ts';
import { restService } from './rest/service.ts';

/**
 * Builds the Fastify app of all services and the extension's routes, without listening.
 * @param closeListener called at a close once functions and the extension's work are over, because they call the server
 */
export async function buildApp(
  dependencies: Dependencies,
  extension: Extension = {},
  closeListener: () => Promise<void> = async () => {},
): Promise<FastifyInstance> {
  const { config, owner, log } = dependencies;
  const app = createServer(config, log, dependencies.isLeaving);
  const isReady = readiness(owner, dependencies.dataPath, dependencies.isAway);
  const gauges = [
    ...ownGauges(config, owner, isReady),
    ...certificateGauges(config),
    ...(extension.gauges?.(dependencies) ?? []),
  ];
  const metrics = createMetrics(secretKeyMatcher(config.keys), gauges);
  app.addHook('onResponse', metrics.observe);
  app.decorateRequest('caller');
  const takeTurns = config.limits ? admitInTurns() : null;
  const api = apiRegistration(app, dependencies, takeTurns);
  await app.register(health(isReady, dependencies.isLeaving, config.keys.secret));
  await app.register(metrics.route);
  await api(
    '/auth/v1',
    authService({
      ...dependencies,
      database: dependencies.auth,
      mailer: countedMailer(dependencies.mailer, metrics.countMail),
      countHash: metrics.countHash,
      policy: extension.auth,
    }),
  );
  const around = config.limits ? extension.aroundExecution?.(dependencies) : undefined;
  const rest = restService({ config, database: dependencies.rest, around });
  // Its costly work, parsing the body and planning, is in its turn.
  await api('/rest/v1', rest, answerPreflight, 'preHandler');
  await api('/functions/v1', functionsService({ config, log }), passOptions);
  await app.register(async (scope) => {
    if (takeTurns) scope.addHook('onRequest', anonymousCaller(config)).addHook('onRequest', takeTurns);
    if (extension.routes) await scope.register(extension.routes(dependencies));
    await scope.register(serveSite(loadSite(config.siteDir, config.apiOrigins)));
  });
  workWhileListening(app, dependencies, extension);
  // Hooks of this name run in the order of the scopes, so this scope is the last.
  await app.register(async (scope) => {
    scope.addHook('preClose', closeListener);
  });
  return app;
}

/** Returns the function that registers a service of the API behind what each of its requests passes first. */
function apiRegistration(
  app: FastifyInstance,
  { config, clock, log }: Dependencies,
  takeTurns: ReturnType<typeof admitInTurns> | null,
) {
  const identify = callerIdentification(config, clock);
  const normalizeHeaders = normalizeForwarding(log, config.trustedProxies);
  return (
    prefix: string,
    service: FastifyPluginAsync,
    answerCrossOrigin = answerOptions,
    turn: 'onRequest' | 'preHandler' = 'onRequest',
  ) =>
    app.register(
      async (scope) => {
        await scope.register(cors, crossOrigin);
        scope.addHook('onRequest', answerCrossOrigin);
        scope.addHook('onRequest', identify);
        scope.addHook('onRequest', normalizeHeaders);
        if (takeTurns) scope.addHook(turn, takeTurns);
        await scope.register(service);
      },
      { prefix },
    );
}

/** Starts the extension's work once the server listens, and ends it before the server closes. */
function workWhileListening(app: FastifyInstance, dependencies: Dependencies, { work }: Extension): void {
  if (!work) return;
  let stop = async () => {};
  app.addHook('onListen', async () => {
    stop = work(dependencies, ownUrl(app.server));
  });
  app.addHook('preClose', () => stop());
}
