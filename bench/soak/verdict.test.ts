import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import { secondsOf } from './duration.ts';
import type { Sample } from './samples.ts';
import { tableOf } from './table.ts';
import { isSound, measures } from './verdict.ts';

const SECONDS = 100;

/** A run of ten requests a second that takes `ms(second)`, and a sample every five seconds. */
function run(ms: (second: number) => number, more: (share: number) => Partial<Sample> = () => ({})) {
  const recorder = new Recorder();
  for (let tenth = 0; tenth < SECONDS * 10; tenth += 1) recorder.done('page', tenth / 10, ms(tenth / 10));
  const samples = Array.from({ length: 21 }, (_, step): Sample => {
    const at = step / 20;
    return {
      at,
      memoryMiB: 130,
      serverDescriptors: 60,
      postgresDescriptors: 1000,
      second: { memoryMiB: 90, descriptors: 50 },
      connections: 20,
      databaseMiB: 30 + at,
      walMiB: 100,
      otherFilesMiB: 1,
      cpuSeconds: at * 10,
      applications: at * 1000,
      requests: at * 1000,
      ...more(at),
    };
  });
  const operations = recorder.figures(SECONDS);
  return { operations, measures: measures(operations, samples) };
}

const grown = (outcome: ReturnType<typeof run>) =>
  outcome.measures.filter(({ isFlat }) => !isFlat).map(({ name }) => name);

test('calls a run flat that does not grow, whatever its first tenth was like', () => {
  const outcome = run((second) => (second < 10 ? 900 : 5));
  expect(grown(outcome)).toEqual([]);
  expect(outcome.operations).toEqual([
    {
      operation: 'page',
      requests: 1000,
      failures: 0,
      start: { count: 201, p50Ms: 5, p99Ms: 5 },
      end: { count: 200, p50Ms: 5, p99Ms: 5 },
    },
  ]);
});

test.for<[string, Partial<Sample>]>([
  ['memory (PSS, MiB)', { memoryMiB: 180 }],
  ['descriptors of the server', { serverDescriptors: 101 }],
  ['descriptors of PostgreSQL', { postgresDescriptors: 1600 }],
  ['memory of the second copy (PSS, MiB)', { second: { memoryMiB: 140, descriptors: 50 } }],
  ['descriptors of the second copy', { second: { memoryMiB: 90, descriptors: 91 } }],
  ['connections', { connections: 29 }],
  ['files outside the database (MiB)', { otherFilesMiB: 7 }],
  ['database (MiB)', { databaseMiB: 120 }],
  ['write-ahead log (MiB)', { walMiB: 1100 }],
])('reports %s that exceeds its limit of growth at the end', ([name, late]) => {
  expect(
    grown(
      run(
        () => 5,
        (share) => (share > 0.5 ? late : {}),
      ),
    ),
  ).toEqual([name]);
});

test('reports requests that get slower towards the end, and their cost', () => {
  expect(grown(run((second) => (second > 50 ? 200 : 5)))).toEqual(['page, p50 (ms)', 'page, p99 (ms)']);
  const costly = run(
    () => 5,
    (share) => ({ cpuSeconds: share > 0.5 ? share * 100 : share * 10 }),
  );
  expect(grown(costly)).toEqual(['processor of a request (ms)']);
});

test('measures a copy again once it is back after a restart', () => {
  const outcome = run(
    () => 5,
    (share) => ({ second: Math.round(share * 20) % 3 === 0 ? null : { memoryMiB: 90, descriptors: 50 } }),
  );
  expect(grown(outcome)).toEqual([]);
  expect(outcome.measures).toContainEqual(
    expect.objectContaining({ name: 'descriptors of the second copy', start: 50, end: 50 }),
  );
});

test('calls a run sound that did all its work without a failure and without growth', () => {
  const { measures: flat } = run(() => 5);
  const whole = { requests: 1000, failures: 0, journeysLeftOut: 0, measures: flat };
  expect(isSound(whole)).toBe(true);
  expect(isSound({ ...whole, requests: 0 })).toBe(false);
  expect(isSound({ ...whole, failures: 1 })).toBe(false);
  expect(isSound({ ...whole, journeysLeftOut: 1 })).toBe(false);
  expect(isSound({ ...whole, measures: [...flat, { ...flat[0]!, isFlat: false }] })).toBe(false);
});

test('sets no limit on a percentile of few measurements', () => {
  const recorder = new Recorder();
  for (let second = 0; second < SECONDS; second += 1) recorder.done('page', second / 2, second);
  for (let second = 0; second < SECONDS; second += 0.5) recorder.done('application', second, second);
  const names = measures(recorder.figures(SECONDS), []).map(({ name }) => name);
  const times = names.filter((name) => /, p\d\d /.test(name));
  expect(times).toEqual(['application, p50 (ms)']);
});

test('counts failures, keeps the first reasons, and shows in the table what has grown', () => {
  const recorder = new Recorder();
  for (let count = 0; count < 30; count += 1) recorder.failed('backup', 61.4, 'the disk is full');
  expect(recorder.failures).toBe(30);
  expect(recorder.requests).toBe(30);
  expect(recorder.reasons).toHaveLength(20);
  expect(recorder.reasons[0]).toBe('backup after 61 s: the disk is full');
  const { measures: some } = run(
    () => 5,
    (share) => ({ serverDescriptors: share > 0.5 ? 999 : 60 }),
  );
  const lines = tableOf(recorder.figures(SECONDS), some)
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines).toContainEqual(['backup', '30', '30', '0', '0', '0', '0']);
  expect(lines).toContainEqual(['descriptors of the server', '60', '999', '100', 'GROWN']);
  expect(lines).toContainEqual(['connections', '20', '20', '28', 'flat']);
});

test.for([
  ['90s', 90],
  ['60m', 3600],
  ['24h', 86_400],
  ['29s', null],
  ['60', null],
  ['1d', null],
  ['', null],
] as const)('a duration of %s is %s seconds', ([text, seconds]) => {
  expect(secondsOf(text)).toBe(seconds);
});
