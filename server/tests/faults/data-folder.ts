import { rmSync } from 'node:fs';
import { onTestFinished, test as base } from 'vitest';
import { makeTestFolder } from '@solostead/server-testkit/databases/fresh-data';
import { refusedStart, type ServerOptions, startServer } from '@solostead/server-testkit/servers/server';

export { describe, expect } from 'vitest';

/** Tests with an empty folder for a server's data. `start` starts a server that the test's end stops, if the test has not. */
export const test = base
  .extend('dataDir', async ({}, { onCleanup }) => {
    const folder = makeTestFolder('solostead-start-');
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('start', ({ dataDir }) => async (options: ServerOptions = {}) => {
    const server = await startServer({ dataDir, ...options });
    // Before the folders of the test are removed: the last one to be asked for is done first.
    onTestFinished(() => server.stop());
    return server;
  })
  .extend(
    'refusal',
    ({ dataDir }) =>
      (options: ServerOptions) =>
        refusedStart({ dataDir, ...options }),
  );
