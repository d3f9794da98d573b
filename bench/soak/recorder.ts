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

/** The time, memory and connections of a run, of the first copy with its PostgreSQL unless another is named. */
const resources = {
  'processor of a request (ms)': [1.5, 0.5],
  'memory (PSS, MiB)': [1.15, 20],
  // Clients keep some connections open between requests.
  'descriptors of the server': [1, 40],
  // Each connection keeps the tables that it has read open.
  'descriptors of PostgreSQL': [1.25, 300],
  'memory of the second copy (PSS, MiB)': [1.15, 20],
  'descriptors of the second copy': [1, 40],
  connections: [1, 8],
  'files outside the database (MiB)': [1, 5],
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

const MAX_REASONS = 20;

/** Records a run's request times, failures and resources, at seconds since its begin. */
export class Recorder {
  readonly #values = new Map<string, { readonly at: number; readonly value: number }[]>();
  /** The first failures with their times and reasons. */
  readonly reasons: string[] = [];
  requests = 0;
  failures = 0;

  done(operation: string, at: number, ms: number): void {
    this.requests += 1;
    this.#add(operation, at, ms);
  }

  failed(operation: string, at: number, reason: string): void {
    this.requests += 1;
    this.failures += 1;
    if (this.reasons.length < MAX_REASONS)
      this.reasons.push(`${operation} after ${at.toFixed(0)} s: ${reason}`);
  }

  /** Records a sample. That of the second copy is null while it restarts. */
  hold(at: number, sample: Readonly<Record<Resource, number | null>>): void {
    for (const [name, value] of Object.entries(sample)) if (value !== null) this.#add(name, at, value);
  }

  #add(name: string, at: number, value: number): void {
    const values = this.#values.get(name);
    if (values) values.push({ at, value });
    else this.#values.set(name, [{ at, value }]);
  }

  /** Compares two parts of a run of this duration in seconds. Its first tenth is the warm-up. */
  measures(seconds: number): Measure[] {
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
