import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../configuration/config.ts';
import type { Caller } from '../gateway/caller.ts';
import { functionsService } from './service.ts';

/** Writes each source as a function of a new project and returns its `supabase` folder. */
export function projectOf(sources: Readonly<Record<string, string>>): string {
  const supabaseDir = mkdtempSync(join(tmpdir(), 'functions-'));
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(join(supabaseDir, 'functions', name), { recursive: true });
    writeFileSync(join(supabaseDir, 'functions', name, 'index.ts'), source);
  }
  return supabaseDir;
}

/** Serves the functions of a project, which need no token, until the caller closes `app`. */
export async function serveFunctions(
  supabaseDir: string,
  names: readonly string[],
  { timeoutMs = 30_000, idleMs = 30_000, streamIdleMs = 60_000, externalUrl = null as string | null },
  options: FastifyServerOptions = {},
): Promise<{ readonly app: FastifyInstance; readonly url: string }> {
  const open = { enabled: true, verify_jwt: false, import_map: '', entrypoint: '' };
  const config = {
    supabaseDir,
    dataDir: `${supabaseDir}-data`,
    siteUrl: 'https://solostead.example',
    keys: { publishable: 'sb_publishable_test', secret: 'sb_secret_test', jwks: [], jwtSecret: null },
    mail: { smtpUrl: null, places: 3, perSecond: 14, from: 'a@example.org', outboxDir: '/outbox' },
    functionSecrets: {},
    externalUrl,
    limits: true,
    runsFunctions: true,
    functions: Object.fromEntries(names.map((name) => [name, open])),
  } as unknown as Config;
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    return503OnClosing: false,
    ...options,
  });
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    const address = request.headers['x-test-address'] ?? request.ip;
    request.caller = { bearer: null, fault: null, claims: {}, address } as unknown as Caller;
  });
  await app.register(functionsService({ config, log: app.log, timeoutMs, idleMs, streamIdleMs }), {
    prefix: '/functions/v1',
  });
  return { app, url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/functions/v1` };
}
