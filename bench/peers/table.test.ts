import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

const figure = { perSecond: 900, p50Ms: 1, p99Ms: 2.4, processorMs: 0.5, refused: 0 };

test('shows a contestant that did not start, a failed task and refused requests', () => {
  const table = tableOf({
    contestants: [
      { name: 'ours', what: 'with fsync', lacks: [], failed: undefined },
      { name: 'theirs', what: 'in memory', lacks: ['no durability'], failed: undefined },
      { name: 'third', what: 'on a disk', lacks: [], failed: 'it did not start: no disk' },
    ],
    starts: { ours: { seconds: 0.7, cpuSeconds: 0.6 }, theirs: { seconds: 1.2, cpuSeconds: 1 } },
    memoryMiB: { ours: 130, theirs: 395 },
    duplicateStatus: { ours: 409, theirs: 500 },
    tasks: {
      insert: { ours: figure, theirs: { ...figure, refused: 3 } },
      search: { ours: figure, theirs: 'the server closed the connection' },
    },
  });
  const rows = table.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(rows).toContainEqual(['insert', '900/s, p99 2, cpu 0.5', '900/s, p99 2, cpu 0.5, 3 refused', '–']);
  expect(rows).toContainEqual([
    'search',
    '900/s, p99 2, cpu 0.5',
    'failed: the server closed the connection',
    '–',
  ]);
  expect(rows).toContainEqual(['idle memory (PSS)', '130 MiB', '395 MiB', '–']);
  expect(rows).toContainEqual(['warm start until the first row', '0.7 s, cpu 0.6 s', '1.2 s, cpu 1 s', '–']);
  expect(rows).toContainEqual(['status of a duplicate', '409', '500', '–']);
  expect(table).toContain('lacks: no durability');
  expect(table).toContain('not measured: it did not start: no disk');
});
