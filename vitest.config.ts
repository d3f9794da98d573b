import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/harness/longest-first.ts';

const project = (
  name: string,
  include: string[],
  seconds: number,
  more: { isolate?: boolean; globalSetup?: string } = {},
) => ({
  test: {
    name,
    include,
    environment: 'node',
    testTimeout: seconds * 1000,
    hookTimeout: 120_000,
    // Machines of CI are shared. A test that passes only at the second try is reported as flaky.
    retry: process.env['CI'] ? 1 : 0,
    // What is waited for comes late on a busy machine; a second, the default, is no proof that it never comes.
    expect: { poll: { timeout: 15_000 } },
    ...more,
  },
});

/** Five kinds of tests. `unit` is next to the code, the others are black box (tests/README.md). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project(
        'unit',
        [
          'server/src/**/*.test.ts',
          'lab/src/**/*.test.ts',
          'site/src/**/*.test.{ts,tsx}',
          'supabase/**/*.test.ts',
          'bench/**/*.test.ts',
          'scripts/**/*.test.ts',
        ],
        30,
        // Most of a file's time went into loading what the one before it had loaded: none leaves anything behind.
        { isolate: false },
      ),
      // Files of one worker share its servers (tests/harness/servers/shared-server.ts).
      project('wire', ['tests/wire/**/*.test.ts', 'tests/foreign/**/*.test.ts'], 90, {
        isolate: false,
        globalSetup: 'tests/harness/servers/end-shared-servers.ts',
      }),
      project('faults', ['tests/faults/**/*.test.ts'], 300),
      project('cluster', ['tests/cluster/**/*.test.ts'], 300),
    ],
  },
});
