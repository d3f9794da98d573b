import { type AuthPolicy, authSettings } from './kernel/settings.ts';
import type { AuthContext } from './kernel/context.ts';
import { twilioSender } from './kernel/sms/twilio.ts';
import { externalProviders } from './oauth/providers/external-providers.ts';
import { samlServiceProvider } from './saml/protocol/service-provider.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../process/clock.ts';
import type { Config } from '../configuration/config.ts';
import type { Database } from '../database/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createBackground } from './kernel/background.ts';
import { authError } from './kernel/errors.ts';
import { startHousekeeping } from './housekeeping.ts';
import { parseBodiesAsJson } from './kernel/request/json-body.ts';
import { createLimits } from './kernel/limits/limits.ts';
import { readTemplates } from './accounts/mail/templates.ts';
import { createHashingQueue } from './kernel/hashing-queue.ts';
import { renderError } from './kernel/request/render-error.ts';
import { addRoutes } from './route.ts';
import { routes } from './routes.ts';
import { createTokenSigner } from './kernel/tokens.ts';

interface Dependencies {
  readonly config: Config;
  /** Logged in as supabase_auth_admin. */
  readonly database: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  /** Called for each secret that is hashed. */
  readonly countHash: () => void;
  readonly policy?: AuthPolicy | undefined;
}

/**
 * The auth service, registered under /auth/v1 behind the gateway. server/docs/contract.md describes its API.
 * @throws UserError naming the setting in config.toml that is wrong
 */
export function authService(dependencies: Dependencies): FastifyPluginAsync {
  const { config, database, mailer, clock, countHash, policy } = dependencies;
  const settings = authSettings(config, policy);
  const mailTemplates = readTemplates(settings.email.template, config.projectDir);
  const { externalUrl, saml, sms } = settings;
  return async (server) => {
    const external = await externalProviders(settings.external, `${externalUrl}/callback`);
    const auth: AuthContext = {
      settings,
      external,
      saml: saml.enabled ? samlServiceProvider(externalUrl) : null,
      sms: sms.twilio.enabled ? twilioSender(sms.twilio) : null,
      database,
      mailer,
      mailTemplates,
      clock,
      hashing: createHashingQueue(countHash),
      limits: createLimits(database, settings),
      signToken: createTokenSigner(config.keys.jwks),
      keys: config.keys.jwks,
      background: createBackground(server.log),
      log: server.log,
    };
    parseBodiesAsJson(server);
    server.setErrorHandler((error, request, reply) => renderError(error, request, reply));
    server.setNotFoundHandler((request, reply) => renderError(authError('not_found'), request, reply));
    let stopHousekeeping = async () => {};
    server.addHook('onListen', async () => {
      auth.background.run('Storing the rate limits', auth.limits.refresh);
      stopHousekeeping = startHousekeeping(auth);
    });
    server.addHook('onClose', async () => {
      await stopHousekeeping();
      await auth.saml?.stop();
      await auth.background.idle();
    });
    addRoutes(server, auth, routes);
    // Else the site's not-found page would answer.
    server.all('/*', (_request, reply) => reply.callNotFound());
  };
}
