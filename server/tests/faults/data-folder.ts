import { test as base } from 'vitest';
import { makeTestFolder } from '@solostead/server-testkit/databases/fresh-data';
import { removeFolder } from '@solostead/server-testkit/remove-folder';
import {
  refusedStart,
  type ServerOptions,
  startServer,
  type TestServer,
} from '@solostead/server-testkit/servers/server';

export { describe, expect } from 'vitest';

/** Tests with an empty folder for a server's data. `start` starts a server that the test's end stops, if the test has not. */
export const test = base
  .extend('dataDir', async ({}, { onCleanup }) => {
    const folder = makeTestFolder('solostead-start-');
    onCleanup(() => removeFolder(folder));
    return folder;
  })
  .extend('start', ({ dataDir }, { onCleanup }) => {
    const started: TestServer[] = [];
    onCleanup(async () => {
      for (const server of started) await server.stop();
    });
    return async (options: ServerOptions = {}) => {
      const server = await startServer({ dataDir, ...options });
      started.push(server);
      return server;
    };
  })
  .extend(
    'refusal',
    ({ dataDir }) =>
      (options: ServerOptions) =>
        refusedStart({ dataDir, ...options }),
  );
