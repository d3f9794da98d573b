import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './testkit/longest-first.ts';

/** The workspaces' sources, in place of what their packages contain. */
const conditions = ['source', ...defaultServerConditions];

/** Returns a project of Vitest. Its results are polled for at most half of `seconds`. */
export const project = (
  name: string,
  include: string[],
  seconds: number,
  more: { isolate?: boolean; globalSetup?: string; setupFiles?: string[]; env?: Record<string, string> } = {},
) => ({
  ssr: { resolve: { conditions } },
  test: {
    name,
    include,
    environment: 'node',
    testTimeout: seconds * 1000,
    hookTimeout: 300_000,
    // Machines of CI are shared. A test that passes only at the second try is reported as flaky.
    retry: process.env['CI'] ? 1 : 0,
    // Results come late on a busy machine, so tests wait long and name no time themselves.
    expect: { poll: { timeout: Math.min(seconds / 2, 60) * 1000 } },
    ...more,
  },
});

/** Unit tests. Most of a file's time goes into loading what the one before had loaded, and none leaves anything. */
export const unit = (server: string) => ({ isolate: false, setupFiles: [`${server}testkit/undo-stubs.ts`] });

/** Tests whose files share a worker's servers (testkit/servers/share-servers.ts), whose start is in the first's time. */
export const sharing = (server: string) => ({
  isolate: false,
  globalSetup: `${server}testkit/servers/end-shared-servers.ts`,
});

/** The projects of the server's tests. `server` is the path of its folder from Vitest's, with a slash at its end. */
export const serverProjects = (server = '') => [
  project(
    'server-unit',
    [`${server}src/**/*.test.ts`, `${server}tests/{golden,mutations}/*.test.ts`],
    30,
    unit(server),
  ),
  project(
    'server-wire',
    [`${server}tests/{auth,functions,gateway,projects,rest}/**/*.test.ts`],
    300,
    sharing(server),
  ),
  project('server-faults', [`${server}tests/faults/**/*.test.ts`], 300, { isolate: false }),
  project('server-release', [`${server}tests/release/**/*.test.ts`], 300),
];

export default defineConfig({
  test: { maxWorkers: 2, sequence: { sequencer: LongestFirst }, projects: serverProjects() },
});
