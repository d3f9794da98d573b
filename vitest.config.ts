import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/testkit/longest-first.ts';
import { project, serverProjects, sharing, unit } from './server/vitest.config.ts';

/** The server's tests and the product's: `unit` next to the code, the others black box (tests/README.md). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...serverProjects('server/'),
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
        { ...unit('server/'), env: { PUBLIC_SUPABASE_URL: 'https://backend.example' } },
      ),
      project('wire', ['tests/wire/**/*.test.ts'], 300, sharing('server/')),
      project('faults', ['tests/faults/**/*.test.ts'], 300, { isolate: false }),
      project('product-release', ['tests/release/**/*.test.ts'], 300),
      project('cluster', ['tests/cluster/**/*.test.ts'], 300),
    ],
  },
});
