import { percentile, rounded } from '../support/numbers.ts';

/** A measure at the start and at the end of a run, and its upper bound at the end. */
export interface Measure {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly bound: number;
  readonly isFlat: boolean;
}

/** An end above `factor` times the start plus `more` is growth. It allows for other work on the machine. */
type Slack = readonly [factor: number, more: number];

/** The time, memory and connections of a run, of the server with its PostgreSQL. */
const resources = {
  'processor of a request (ms)': [1.5, 0.5],
  'memory (PSS, MiB)': [1.15, 20],
  // Clients keep some connections open between requests.
  'descriptors of the server': [1, 40],
  connections: [1, 8],
  'database without applications (MiB)': [1, 16],
  // PostgreSQL's max_wal_size.
  'write-ahead log (MiB)': [0, 1024],
} as const satisfies Record<string, Slack>;

export type Resource = keyof typeof resources;

/** A percentile needs `fewest` times in each part. The 99th percentile of fifty is just their maximum. */
const percentiles = [
  { label: 'p50', share: 0.5, fewest: 30, slack: [2, 10] },
  { label: 'p99', share: 0.99, fewest: 200, slack: [3, 150] },
] as const;

const MAX_PRINTED = 20;

/** Records a run's request times, failures and resources, at seconds since its begin. */
export class Recorder {
  readonly #values = new Map<string, { readonly at: number; readonly value: number }[]>();
  readonly elapsed: () => number;
  requests = 0;
  failures = 0;

  constructor(elapsed: () => number) {
    this.elapsed = elapsed;
  }

  /** Records the time of `work`. A rejection counts as a failure, and is printed and passed on. */
  async timed<Answer>(operation: string, work: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    this.requests += 1;
    try {
      const answer = await work();
      this.add(operation, performance.now() - begun);
      return answer;
    } catch (error) {
      this.failures += 1;
      const { message, cause = '' } = error as Error;
      if (this.failures <= MAX_PRINTED)
        console.log(`  failed: ${operation} after ${this.elapsed().toFixed(0)} s: ${message}`, cause);
      throw error;
    }
  }

  /** Records the time of an operation or a sample of a resource. */
  add(name: string, value: number): void {
    const values = this.#values.get(name) ?? [];
    values.push({ at: this.elapsed(), value });
    this.#values.set(name, values);
  }

  /** Compares two parts of the run. Its first tenth is the warm-up. */
  measures(): Measure[] {
    const seconds = this.elapsed();
    const byName = [...this.#values].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return byName.flatMap(([name, values]) => {
      const part = (from: number, to: number) =>
        values.filter(({ at }) => at >= from * seconds && at <= to * seconds).map(({ value }) => value);
      const [start, end] = [part(0.1, 0.3), part(0.8, 1)];
      if (name in resources) return measure(name, start, end, 0.5, resources[name as Resource]);
      return percentiles
        .filter(({ fewest }) => Math.min(start.length, end.length) >= fewest)
        .map(({ label, share, slack }) => measure(`${name}, ${label} (ms)`, start, end, share, slack));
    });
  }
}

function measure(
  name: string,
  starts: readonly number[],
  ends: readonly number[],
  share: number,
  [factor, more]: Slack,
): Measure {
  const [start, end] = [percentile(starts, share), percentile(ends, share)];
  const bound = start * factor + more;
  return { name, start: rounded(start), end: rounded(end), bound: rounded(bound), isFlat: end <= bound };
}
