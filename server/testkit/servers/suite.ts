import { startMigratedPostgres } from '../databases/migrated-postgres.ts';
import type { Program } from './program.ts';
import { runCommand } from './run-command.ts';
import { serverEnvironment } from './server-environment.ts';
import { ServerDidNotStart } from './server-process.ts';
import { shareServer, type SharedOptions } from './share-servers.ts';
import { putMigratedData, type ServerOptions, type TestServer } from './test-server.ts';

/** Returns what the tests of a suite start besides the server that `startServer` starts. */
export const suiteOf = <Server extends TestServer>(
  program: Program,
  startServer: (options?: ServerOptions) => Promise<Server>,
) => ({
  sharedServer: (options: SharedOptions = {}) => shareServer(startServer, options),
  putMigratedData: (dataDir: string) => putMigratedData(program, dataDir),
  /** Starts a server that must refuse to, and returns its refusal. */
  refusedStart: async (options: ServerOptions): Promise<ServerDidNotStart> => {
    const answer = await startServer(options).catch((error: unknown) => error);
    if (answer instanceof ServerDidNotStart && answer.exitCode === 1) return answer;
    throw new Error('It started, or failed otherwise', { cause: answer });
  },
  startMigratedPostgres: () => startMigratedPostgres(program),
  runCommand: (env: Readonly<Record<string, string>>, name: string, ...args: string[]) =>
    runCommand(program, env, name, ...args),
  serverEnvironment: (variables: Readonly<Record<string, string>>) => serverEnvironment(program, variables),
});
