import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/harness/longest-first.ts';

/** The workspaces' sources, in place of what their packages contain. */
const conditions = ['source', ...defaultServerConditions];

const project = (
  name: string,
  include: string[],
  seconds: number,
  more: { isolate?: boolean; globalSetup?: string; setupFiles?: string[] } = {},
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

// Most of a file's time goes into loading what the one before it had loaded, and none leaves anything behind.
const unit = { isolate: false, setupFiles: ['server/testkit/undo-stubs.ts'] };

// Files of one worker share its servers (server/testkit/servers/share-servers.ts). The first test that uses a
// server has its start in its time.
const sharing = {
  isolate: false,
  globalSetup: 'server/testkit/servers/end-shared-servers.ts',
};

/** The server's tests and the product's: `unit` next to the code, the others black box (tests/README.md). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('server-unit', ['server/src/**/*.test.ts', 'server/tests/golden/*.test.ts'], 30, unit),
      project(
        'server-wire',
        ['server/tests/{auth,functions,gateway,projects,rest}/**/*.test.ts'],
        300,
        sharing,
      ),
      project('server-faults', ['server/tests/faults/**/*.test.ts'], 300),
      project(
        'unit',
        [
          'lab/src/**/*.test.ts',
          'site/src/**/*.test.{ts,tsx}',
          'supabase/**/*.test.ts',
          'bench/**/*.test.ts',
          'deploy/*.test.ts',
          'scripts/**/*.test.ts',
        ],
        30,
        unit,
      ),
      project('wire', ['tests/wire/**/*.test.ts'], 300, sharing),
      project('faults', ['tests/faults/**/*.test.ts'], 300),
      project('cluster', ['tests/cluster/**/*.test.ts'], 300),
    ],
  },
});
