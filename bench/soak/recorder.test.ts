import { expect, test } from 'vitest';
import { Recorder, type Resource } from './recorder.ts';

const SECONDS = 100;

const held: Record<Resource, number | null> = {
  'processor of a request (ms)': 5,
  'memory (PSS, MiB)': 130,
  'descriptors of the server': 60,
  'descriptors of PostgreSQL': 1000,
  'memory of the second copy (PSS, MiB)': 90,
  'descriptors of the second copy': 50,
  connections: 20,
  'files outside the database (MiB)': 1,
  'database without applications (MiB)': 30,
  'write-ahead log (MiB)': 100,
};

/** A run of ten requests a second that takes `ms(second)`, with a sample every five seconds. */
function run(ms: (second: number) => number, more: (second: number) => Partial<typeof held> = () => ({})) {
  const recorder = new Recorder();
  for (let tenth = 0; tenth < SECONDS * 10; tenth += 1) recorder.done('page', tenth / 10, ms(tenth / 10));
  for (let second = 0; second <= SECONDS; second += 5) recorder.hold(second, { ...held, ...more(second) });
  return recorder.measures(SECONDS);
}

const grown = (measures: ReturnType<typeof run>) =>
  measures.filter(({ isFlat }) => !isFlat).map(({ name }) => name);

test('calls a run flat that does not grow, whatever its first tenth was like', () => {
  expect(grown(run((second) => (second < 10 ? 900 : 5)))).toEqual([]);
});

test.for<[Resource, number]>([
  ['processor of a request (ms)', 50],
  ['memory (PSS, MiB)', 180],
  ['descriptors of PostgreSQL', 1600],
  ['connections', 29],
  ['files outside the database (MiB)', 7],
  ['database without applications (MiB)', 50],
  ['write-ahead log (MiB)', 1100],
])('reports %s that exceeds its limit of growth at the end', ([name, late]) => {
  const measures = run(
    () => 5,
    (second) => (second > 50 ? { [name]: late } : {}),
  );
  expect(grown(measures)).toEqual([name]);
});

test('reports requests that get slower towards the end', () => {
  expect(grown(run((second) => (second > 50 ? 200 : 5)))).toEqual(['page, p50 (ms)', 'page, p99 (ms)']);
});

test('measures a copy again once it is back after a restart', () => {
  const measures = run(
    () => 5,
    (second) => ({ 'descriptors of the second copy': second % 15 === 0 ? null : 50 }),
  );
  expect(grown(measures)).toEqual([]);
  expect(measures).toContainEqual(
    expect.objectContaining({ name: 'descriptors of the second copy', start: 50, end: 50 }),
  );
});

test('sets no limit on a percentile of few measurements', () => {
  const recorder = new Recorder();
  for (let second = 0; second < SECONDS; second += 1) recorder.done('page', second / 2, second);
  for (let second = 0; second < SECONDS; second += 0.5) recorder.done('application', second, second);
  expect(recorder.measures(SECONDS).map(({ name }) => name)).toEqual(['application, p50 (ms)']);
});
