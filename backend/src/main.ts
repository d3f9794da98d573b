import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { takeDataDirectory } from './data-directory.ts';
import { startDatabase } from './database/start.ts';
import { createMailer } from './mail/mailer.ts';
import { removeServerFacts, writeServerFacts } from './server-facts.ts';

try {
  await start(readConfig());
} catch (error) {
  fail(error);
}

/** Starts everything in order and stops it in the opposite one. */
async function start(config: Config): Promise<void> {
  const log = pino({ base: null });
  const giveBack = config.databaseUrl ? () => {} : await takeDataDirectory(config.dataDir, 'server');
  process.once('exit', giveBack);
  const database = await startDatabase(config, (message, error) => log.warn({ err: error }, message));
  const mailer = createMailer(config.mail, (path) => log.info({ path }, 'mail captured'));
  const app = await buildApp({ config, ...database, mailer, clock: systemClock, log });
  const stop = async () => {
    await app.close();
    await mailer.close();
    await database.stop();
    removeServerFacts(config.dataDir);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().catch(fail));
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await database.stop();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  writeServerFacts(config.dataDir, {
    pid: process.pid,
    url: `http://${config.host}:${port}`,
    databaseUrl: database.url,
  });
  log.info({ port, migrated: database.migrated }, 'ready');
}

function fail(error: unknown): never {
  if (error instanceof ConfigurationError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
