import { test } from 'vitest';
import { startSmtp, type TestSmtp } from '../mail/smtp.ts';
import type { SharedOptions } from './share-servers.ts';
import type { ServerOptions, TestServer } from './test-server.ts';

type Environment = Readonly<Record<string, string>>;

/** Returns what makes a `test` with the fixture `server`, and with `smtp`, a mail server that starts when it is used. */
export function serverFixtures<Server extends TestServer, Options extends ServerOptions>(
  startServer: (options?: Options) => Promise<Server>,
  sharedServer: (options?: SharedOptions) => Promise<Server>,
) {
  const base = test.extend('smtp', { scope: 'file' }, async ({}, { onCleanup }) => {
    const smtp = await startSmtp();
    onCleanup(smtp.stop);
    return smtp;
  });
  return {
    /** On a server that the files with these options share. */
    testSharing: (options: SharedOptions = {}) =>
      base.extend('server', { scope: 'file' }, () => sharedServer(options)),
    /** On the file's own server, for tests that change its schema, restart it or need it alone. */
    testStarting: (options?: Options | (() => Options)) =>
      base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
        const server = await startServer(typeof options === 'function' ? options() : options);
        onCleanup(server.stop);
        return server;
      }),
    /** On the file's own server that sends its mail to `smtp`. */
    testMailing: (env: Environment | ((smtp: TestSmtp) => Environment) = {}) =>
      base.extend('server', { scope: 'file' }, async ({ smtp }, { onCleanup }) => {
        const variables = typeof env === 'function' ? env(smtp) : env;
        const server = await startServer({ env: { SMTP_URL: smtp.url, ...variables } } as unknown as Options);
        onCleanup(server.stop);
        return server;
      }),
  };
}
