import { join } from 'node:path';
import { bundledProgram, type Programs } from './bundle.ts';
import type { Program } from './program.ts';
import { suiteOf } from './suite.ts';
import { type ServerOptions, startProgram, type TestServer } from './test-server.ts';

export type { ServerOptions, TestServer };

const tests = join(import.meta.dirname, '../../tests');

const programs: Programs = {
  folder: '.cache/tested-server',
  sources: ['server/src', 'server/testkit/servers'],
  entries: {
    main: 'server/testkit/servers/main.ts',
    alone: 'server/src/main.ts',
    cli: 'server/src/cli.ts',
  },
};

/** The server alone, on the project in `fixtures/project`. */
export const program: Program = {
  server: () => bundledProgram('main', programs),
  commands: () => bundledProgram('cli', programs),
  folder: join(tests, 'fixtures/project'),
  migratedBy: ['server/tests/fixtures/project/supabase/migrations', 'server/src/database'],
  env: { SITE_DIST: 'site' },
};

/** Returns the program that serves any project, which it takes as `--project`. */
export const aloneProgram = () => bundledProgram('alone', programs);

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
