import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { startBackupSchedule } from './backup/schedule.ts';
import { systemClock } from './process/clock.ts';
import { endWithParent, namedParent } from './process/parent.mjs';
import { printFailure } from './database/sentence-for.ts';
import { type Config, readConfig } from './configuration/config.ts';
import type { Extension } from './extension.ts';
import { ownUrl } from './gateway/network.ts';
import { stopServing } from './gateway/http/stop-serving.ts';
import { unsupportedFunctions } from './functions/unsupported.ts';
import { takeDataDirectory } from './process/data-directory.ts';
import { ANSWER_TIMEOUT_MS } from './database/open-databases.ts';
import { skippedMigrations } from './database/migrations/files.ts';
import { type RunningDatabase, startDatabase } from './database/start.ts';
import { addressProblem, sentenceForListening } from './process/listening-address.mjs';
import { readBuildInfo } from './process/build-info.ts';
import { logDestination } from './process/log-destination.ts';
import { loggedError } from './process/logged-error.ts';
import { inFolderOf, makeFolder } from './configuration/make-folder.ts';
import { removeServerFacts, writeServerFacts } from './process/server-facts.ts';
import { greeting, releaseMemoryAfterStart } from './process/ready.ts';
import { UserError } from './configuration/user-error.ts';

/** The time that requests may take at shutdown. */
const DRAIN_TIMEOUT_MS = 10_000;

/** The time the start waits for a database that is unreachable, frozen or a standby. */
const DATABASE_TIMEOUT_MS = 60_000;

/** The time a proxy has to notice from the health check that the server stops, before the listener closes. */
const DRAIN_NOTICE_MS = 2500;

/**
 * The time a proxy may then use the connections that it has, or close them for being idle, which deploy/nginx.conf does
 * after 2 s. Closing one that a proxy has not given up could meet its next request.
 */
const KEPT_CONNECTIONS_MS = 2500;

/** Options of `serve`. What takes time is done while PostgreSQL starts. */
export interface ServeOptions {
  /** Reads the configuration, by default of the project in the current folder. */
  readonly readConfig?: () => Config;
  /** A product's additions, or a function that loads them. */
  readonly extension?: Extension | (() => Promise<Extension>);
  /** Answers the exit code of the site's build, which has said itself what failed. */
  readonly buildSite?: ((config: Config) => Promise<number>) | undefined;
  /** Replaces `DATABASE_TIMEOUT_MS`. */
  readonly databaseTimeoutMs?: number;
}

/**
 * Runs the server until a signal stops it. A wrong configuration or migration ends the process with one sentence and
 * exit code 1.
 *
 * @example
 * await serve({ extension: { routes: () => async (app) => void app.get('/state', () => ({ open: true })) } });
 */
export async function serve(options: ServeOptions = {}): Promise<void> {
  const parent = namedParent();
  if (parent) endWithParent(parent);
  const ending: Ending = { stopping: new AbortController(), stop: async () => {} };
  try {
    await start((options.readConfig ?? readConfig)(), options, ending);
  } catch (error) {
    // A signal that stops the server also ends its start.
    if (!ending.stopping.signal.aborted) fail(error);
  }
}

/** The reaction to a signal, which changes while the server starts. */
interface Ending {
  readonly stopping: AbortController;
  stop: () => Promise<void>;
}

/** Starts everything in order. A signal stops it in reverse order. */
async function start(config: Config, options: ServeOptions, ending: Ending): Promise<void> {
  const log = startLog(config);
  if (!config.databaseUrl) process.once('exit', await takeDataDirectory(config.dataDir, 'server'));
  onSignal(log, ending);
  await refuseUnusable(config);
  const { database, buildApp, createMailer, extension } = await prepare(config, options, ending, log);
  if (ending.stopping.signal.aborted) return;
  const { hints = [] } = extension;
  const warnings = extension.warnings?.(config) ?? [];
  for (const warning of warnings) log.warn(warning);
  try {
    const mailer = createMailer(config.mail, (path) => log.info({ path }, 'mail captured'));
    const leaving = new AbortController();
    const isLeaving = () => leaving.signal.aborted;
    const isBehindProxy = config.trustedProxies.length > 0;
    const app: FastifyInstance = await buildApp(
      { config, ...database, mailer, clock: systemClock, log, isLeaving },
      extension,
      async () => {
        if (isBehindProxy)
          await stopServing(app.server, { keepAliveMs: KEPT_CONNECTIONS_MS, timeoutMs: DRAIN_TIMEOUT_MS });
      },
    );
    const stopBackups = startBackupSchedule({
      config,
      database: database.owner,
      url: database.url,
      report: (message, error) => log[error ? 'error' : 'info']({ err: error }, message),
    });
    ending.stop = async () => {
      leaving.abort();
      if (isBehindProxy) await pause(DRAIN_NOTICE_MS);
      const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await app.close();
      clearTimeout(timer);
      await stopBackups();
      await mailer.close();
      await database.stop();
      removeServerFacts(config.dataDir);
    };
    await listen(app, config);
    announce(config, database, app, log);
    // After the lines of this turn, which the log writes at its end: a person reads the last ones.
    if (process.argv.includes('--greet'))
      setImmediate(() => console.error(greeting(config, database.dataPath, { hints, warnings })));
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Starts the database while it loads and builds the rest. A signal ends what has begun. */
async function prepare(config: Config, options: ServeOptions, ending: Ending, log: Logger) {
  const starting = startDatabase(config, (message, error) => log.warn({ err: error }, message), {
    timeoutMs: options.databaseTimeoutMs ?? DATABASE_TIMEOUT_MS,
    ownerAnswerTimeoutMs: ANSWER_TIMEOUT_MS,
    needsRoom: true,
    signal: ending.stopping.signal,
  });
  // An embedded PostgreSQL that is being created would continue to write into its folder.
  const stopStarted = config.databaseUrl ? async () => {} : () => stopOnceStarted(starting);
  // A signal does not wait longer than this: its watchdog stops a PostgreSQL whose start takes longer.
  ending.stop = () => Promise.race([stopStarted(), pause(DRAIN_TIMEOUT_MS)]);
  const [database, loaded] = await Promise.all([
    starting,
    loadWhatAnswers(options.extension),
    buildSiteFor(config, options),
  ]).catch(async (error: unknown) => {
    await stopStarted();
    throw error;
  });
  return { database, ...loaded };
}

/** Writes down and logs where the server answers. */
function announce(config: Config, database: RunningDatabase, { server }: FastifyInstance, log: Logger) {
  const { port } = server.address() as AddressInfo;
  const build = readBuildInfo();
  writeServerFacts(config.dataDir, {
    pid: process.pid,
    url: ownUrl(server),
    databaseUrl: database.url,
    ...build,
    startedAt: new Date().toISOString(),
  });
  log.info({ port, sqlFilesApplied: database.migrated.length, ...build }, 'ready');
  logUnsupported(log, config);
  releaseMemoryAfterStart();
}

function startLog({ limits }: Config): Logger {
  const options = { base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: loggedError } };
  const reportDropped = (lines: number): void =>
    log.warn({ lines }, 'lines of this log were dropped: its reader stopped');
  const log = pino(options, logDestination(reportDropped));
  if (!limits) log.warn('LIMITS=off: rate limits and abuse protection are off');
  return log;
}

/** Refuses an address and folders that cannot be used, before a database is made. @throws UserError */
async function refuseUnusable({ host, port, backup, siteDir }: Config): Promise<void> {
  inFolderOf('BACKUP_DIR', () => backup.dir && makeFolder(backup.dir));
  // Throws if it is a file.
  inFolderOf('SITE_DIST', () => existsSync(siteDir) && readdirSync(siteDir));
  const problem = await addressProblem(host, port);
  if (problem) throw new UserError(problem);
}

/** Logs what the project asks for and this server lacks. */
function logUnsupported(log: Logger, config: Config): void {
  const { absentFeatures, supabaseDir } = config;
  if (!existsSync(supabaseDir))
    log.warn(`${supabaseDir} does not exist: start the server in the folder of your project.`);
  if (absentFeatures.length > 0)
    log.info({ features: absentFeatures }, 'config.toml switches on what this server does not have');
  const skipped = skippedMigrations(supabaseDir);
  for (const problem of [...config.switchedOff, ...skipped, ...unsupportedFunctions(config)])
    log.warn(problem);
}

/** Loads the code that answers requests while PostgreSQL's process starts. */
async function loadWhatAnswers(extension: ServeOptions['extension'] = {}) {
  // Modules are loaded in one go: PostgreSQL's process is begun before it.
  await nextTurn();
  const [{ buildApp }, { createMailer }, loaded] = await Promise.all([
    import('./app.ts'),
    import('./mail/mailer.ts'),
    typeof extension === 'function' ? extension() : extension,
  ]);
  return { buildApp, createMailer, extension: loaded };
}

/** @throws Error with the exit code of a build that has reported its failure */
async function buildSiteFor(config: Config, { buildSite }: ServeOptions): Promise<void> {
  const exitCode = (await buildSite?.(config)) ?? 0;
  if (exitCode !== 0) throw Object.assign(new Error('The site does not build.'), { exitCode });
}

const stopOnceStarted = (starting: Promise<RunningDatabase>): Promise<void> =>
  starting.then(
    (database) => database.stop(),
    () => {},
  );

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const sentence = sentenceForListening(error, host, port);
    throw sentence ? new UserError(sentence) : error;
  }
}

/** Stops once, however often the terminal and npm repeat the signal. */
function onSignal(log: Logger, ending: Ending): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending.stopping.signal.aborted) return;
      ending.stopping.abort();
      log.info({ signal }, 'stopping');
      ending.stop().then(() => process.exit(0), fail);
    });
  }
}

function fail(error: unknown): never {
  const { exitCode } = error as { exitCode?: number };
  if (exitCode !== undefined) process.exit(exitCode);
  printFailure(error);
  process.exit(1);
}
