import { expect, test } from 'vitest';
import { Recorder, type Resource } from './recorder.ts';

const SECONDS = 100;

const sample: Record<Resource, number> = {
  'processor of a request (ms)': 5,
  'memory (PSS, MiB)': 130,
  'descriptors of the server': 60,
  connections: 20,
  'database without applications (MiB)': 30,
  'write-ahead log (MiB)': 100,
};

/** A run of ten requests a second that takes `ms(second)`, with a sample every five seconds. */
function run(ms: (second: number) => number, more: (second: number) => Partial<typeof sample> = () => ({})) {
  let second = 0;
  const recorder = new Recorder(() => second);
  for (let tenth = 0; tenth <= SECONDS * 10; tenth += 1) {
    second = tenth / 10;
    recorder.add('page', ms(second));
  }
  for (second = 0; second <= SECONDS; second += 5)
    for (const [name, value] of Object.entries({ ...sample, ...more(second) })) recorder.add(name, value);
  second = SECONDS;
  return recorder.measures();
}

const grown = (measures: ReturnType<typeof run>) =>
  measures.filter(({ isFlat }) => !isFlat).map(({ name }) => name);

test('calls a run flat that does not grow, whatever its first tenth was like', () => {
  expect(grown(run((second) => (second < 10 ? 900 : 5)))).toEqual([]);
});

test.for<[Resource, number]>([
  ['processor of a request (ms)', 50],
  ['memory (PSS, MiB)', 180],
  ['connections', 29],
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

test('sets no limit on a percentile of few measurements', () => {
  let second = 0;
  const recorder = new Recorder(() => second);
  for (; second < SECONDS; second += 0.5) {
    if (second < SECONDS / 2) recorder.add('page', second);
    recorder.add('application', second);
  }
  expect(recorder.measures().map(({ name }) => name)).toEqual(['application, p50 (ms)']);
});

test('counts a rejection as a failure and passes it on', async () => {
  const recorder = new Recorder(() => 0);
  const failing = recorder.timed('page', () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  expect(await recorder.timed('page', async () => 'answer')).toBe('answer');
  expect(recorder).toMatchObject({ requests: 2, failures: 1 });
});
