import { bundledProgram } from '@solostead/server-testkit/servers/bundle';
import type { Program } from '@solostead/server-testkit/servers/program';
import { suiteOf } from '@solostead/server-testkit/servers/suite';
import {
  type ServerOptions as ProgramOptions,
  startProgram,
  type TestServer as ProgramServer,
} from '@solostead/server-testkit/servers/test-server';
import { buildTestSite, testSiteDir } from './site.ts';

export interface ServerOptions extends ProgramOptions {
  /** Builds the site for the test keys first, when it is stale. */
  readonly site?: boolean;
}

export interface TestServer extends ProgramServer {
  /** Makes an admin with a new account, over the wire. */
  addAdmin(email: string): Promise<{ password: string }>;
  /** Creates an admin on the command line like a person, which takes two thirds of a second of a processor. */
  addAdminByCommand(email: string): Promise<{ password: string }>;
}

/** The product, as `npm start` and `npm run solostead` run it after a start has bundled it. */
const program: Program = {
  server: () => bundledProgram('main'),
  commands: () => bundledProgram('cli'),
  folder: process.cwd(),
  migratedBy: ['supabase/migrations', 'server/src/database'],
  env: {
    SITE_DIST: testSiteDir,
    MAIL_TO_LAB: '',
    MAIL_REPLY_TO: '',
    WEBHOOK_TEST_ADDRESSES: '',
    WEBHOOK_TEST_CA: '',
  },
};

/** Starts the product with limits off and mail captured. */
export async function startServer({ site, ...options }: ServerOptions = {}): Promise<TestServer> {
  if (site) await buildTestSite();
  const server = await startProgram(program, options);
  return { ...server, addAdmin: addAdmin(server), addAdminByCommand: addAdminByCommand(server) };
}

/** Creates an admin with the service's own administration and one row, like the command. */
const addAdmin =
  ({ addUser, sql }: ProgramServer) =>
  async (email: string): Promise<{ password: string }> => {
    const { id, password } = await addUser(email);
    await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id]);
    return { password };
  };

const addAdminByCommand =
  ({ command }: ProgramServer) =>
  async (email: string): Promise<{ password: string }> => {
    const [, password] = /^initial password: (\S+)$/m.exec(await command('admin', 'add', email)) ?? [];
    if (!password) throw new Error('npm run admin printed no password');
    return { password };
  };

export const {
  sharedServer,
  putMigratedData,
  refusedStart,
  startMigratedPostgres,
  runCommand,
  serverEnvironment,
} = suiteOf(program, startServer);

/** Returns the program of `npm run solostead` after a start has bundled it. */
export const operatorsProgram = program.commands;
