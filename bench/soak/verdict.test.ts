import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import { isSound, measures, type Resource, type Sample } from './verdict.ts';

const SECONDS = 100;

const held: Sample['held'] = {
  'memory (PSS, MiB)': 130,
  'descriptors of the server': 60,
  'descriptors of PostgreSQL': 1000,
  'memory of the second copy (PSS, MiB)': 90,
  'descriptors of the second copy': 50,
  connections: 20,
  'files outside the database (MiB)': 1,
  'database (MiB)': 30,
  'write-ahead log (MiB)': 100,
};

/** A run of ten requests a second that takes `ms(second)`, with a sample every five seconds and a database of 40 KiB an application. */
function run(
  ms: (second: number) => number,
  more: (share: number) => Partial<Sample['held']> = () => ({}),
  cpuSeconds = (share: number) => share * 10,
) {
  const recorder = new Recorder();
  for (let tenth = 0; tenth < SECONDS * 10; tenth += 1) recorder.done('page', tenth / 10, ms(tenth / 10));
  const samples = Array.from({ length: 21 }, (_, step): Sample => {
    const at = step / 20;
    const made = { applications: at * 1000, requests: at * 1000 };
    return {
      at,
      cpuSeconds: cpuSeconds(at),
      ...made,
      held: { ...held, 'database (MiB)': 30 + 40 * at, ...more(at) },
    };
  });
  return measures(recorder.figures(SECONDS), samples);
}

const grown = (outcome: ReturnType<typeof run>) =>
  outcome.filter(({ isFlat }) => !isFlat).map(({ name }) => name);

test('calls a run flat that does not grow, whatever its first tenth was like', () => {
  expect(grown(run((second) => (second < 10 ? 900 : 5)))).toEqual([]);
});

test.for<[Resource, number]>([
  ['memory (PSS, MiB)', 180],
  ['descriptors of PostgreSQL', 1600],
  ['connections', 29],
  ['files outside the database (MiB)', 7],
  ['database (MiB)', 120],
  ['write-ahead log (MiB)', 1100],
])('reports %s that exceeds its limit of growth at the end', ([name, late]) => {
  const outcome = run(
    () => 5,
    (share) => (share > 0.5 ? { [name]: late } : {}),
  );
  expect(grown(outcome)).toEqual([name]);
});

test('reports requests that get slower towards the end, and their cost', () => {
  expect(grown(run((second) => (second > 50 ? 200 : 5)))).toEqual(['page, p50 (ms)', 'page, p99 (ms)']);
  const costly = run(
    () => 5,
    () => ({}),
    (share) => (share > 0.5 ? share * 100 : share * 10),
  );
  expect(grown(costly)).toEqual(['processor of a request (ms)']);
});

test('measures a copy again once it is back after a restart', () => {
  const outcome = run(
    () => 5,
    (share) => ({ 'descriptors of the second copy': Math.round(share * 20) % 3 === 0 ? null : 50 }),
  );
  expect(grown(outcome)).toEqual([]);
  expect(outcome).toContainEqual(
    expect.objectContaining({ name: 'descriptors of the second copy', start: 50, end: 50 }),
  );
});

test('calls a run sound that did all its work without a failure and without growth', () => {
  const flat = run(() => 5);
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
