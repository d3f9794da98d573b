import { join } from 'node:path';
import type { Command, Program } from './program.ts';
import { suiteOf } from './suite.ts';
import { type ServerOptions, startProgram, type TestServer } from './test-server.ts';

export type { ServerOptions, TestServer };

const tests = join(import.meta.dirname, '../..');
const root = join(tests, '../..');

/** The compile cache of programs that run from their sources. */
export const sourcesCompiled = { NODE_COMPILE_CACHE: join(root, '.cache/compiled-tests') };

const fromSource = (file: string) => async (): Promise<Command> => ({ args: [file], env: sourcesCompiled });

/** The server alone, on the project in `fixtures/project`. */
export const program: Program = {
  server: fromSource(join(tests, 'harness/servers/main.ts')),
  commands: fromSource(join(root, 'server/src/cli.ts')),
  folder: join(tests, 'fixtures/project'),
  migratedBy: ['server/tests/fixtures/project/supabase/migrations', 'server/src/database'],
  env: { SITE_DIST: 'site' },
};

/** Starts the server with limits off and mail captured. */
export const startServer = (options: ServerOptions = {}): Promise<TestServer> =>
  startProgram(program, options);

export const {
  sharedServer,
  putMigratedData,
  refusedStart,
  startMigratedPostgres,
  runCommand,
  serverEnvironment,
} = suiteOf(program, startServer);
