import type { OperationFigures } from './recorder.ts';
import type { Measure } from './verdict.ts';

/** Returns a table of the operations, and one of the measures that must not grow. */
export function tableOf(operations: readonly OperationFigures[], measures: readonly Measure[]): string {
  const times = [
    ['operation', 'requests', 'failures', 'p50 start', 'end', 'p99 start', 'end (ms)'],
    ...operations.map(({ operation, requests, failures, start, end }) => [
      operation,
      ...[requests, failures, start.p50Ms, end.p50Ms, start.p99Ms, end.p99Ms].map(String),
    ]),
  ];
  const resources = [
    ['measure', 'start', 'end', 'at most', ''],
    ...measures
      .filter(({ name, isFlat }) => !isFlat || !name.endsWith('(ms)') || name.startsWith('processor'))
      .map(({ name, start, end, bound, isFlat }) => [
        name,
        ...[start, end, bound].map(String),
        isFlat ? 'flat' : 'GROWN',
      ]),
  ];
  return [...aligned(times), '', ...aligned(resources)].map((line) => `  ${line}`.trimEnd()).join('\n');
}

/** Aligns names to the left and numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const cell = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[at]!);
  return rows.map((row) => row.map(cell).join('  '));
}
