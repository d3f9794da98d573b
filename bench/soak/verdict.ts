import { median, rounded } from '../support/numbers.ts';
import { type OperationFigures, type TimeWindow, timeWindows } from './recorder.ts';

/** The server at one moment. */
export interface Sample {
  /** Seconds since the run began. After the run it is converted to a share of its duration. */
  readonly at: number;
  /** So far, of the first copy with its PostgreSQL. */
  readonly cpuSeconds: number;
  readonly applications: number;
  /** So far. */
  readonly requests: number;
  readonly held: Readonly<Record<Resource, number | null>>;
}

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

/** What a server holds. That of the second copy is null while it restarts. */
const resources = {
  'memory (PSS, MiB)': [1.15, 20],
  // Clients keep some connections open between requests.
  'descriptors of the server': [1, 40],
  // Each connection keeps the tables that it has read open.
  'descriptors of PostgreSQL': [1.25, 300],
  'memory of the second copy (PSS, MiB)': [1.15, 20],
  'descriptors of the second copy': [1, 40],
  connections: [1, 8],
  'files outside the database (MiB)': [1, 5],
  // And MIB_PER_APPLICATION.
  'database (MiB)': [1, 16],
  // PostgreSQL's max_wal_size.
  'write-ahead log (MiB)': [0, 1024],
} as const satisfies Record<string, Slack>;

export type Resource = keyof typeof resources;

/** The database size that an application may take, with its mails, history, sessions and access log, in MiB. */
const MIB_PER_APPLICATION = 0.06;

/** A percentile needs `fewest` times. The 99th percentile of fifty is just their maximum. */
const percentiles = [
  { name: 'p50Ms', label: 'p50', fewest: 30, slack: [2, 10] },
  { name: 'p99Ms', label: 'p99', fewest: 200, slack: [3, 150] },
] as const;

function measure(name: string, start: number, end: number, [factor, more]: Slack): Measure {
  const bound = start * factor + more;
  return { name, start: rounded(start), end: rounded(end), bound: rounded(bound), isFlat: end <= bound };
}

/** Returns every measure that must not grow. */
export const measures = (
  operations: readonly OperationFigures[],
  samples: readonly Sample[],
): readonly Measure[] => [...timesOf(operations), ...resourcesOf(samples)];

const timesOf = (operations: readonly OperationFigures[]): Measure[] =>
  operations.flatMap(({ operation, start, end }) =>
    percentiles
      .filter(({ fewest }) => Math.min(start.count, end.count) >= fewest)
      .map(({ name, label, slack }) => measure(`${operation}, ${label} (ms)`, start[name], end[name], slack)),
  );

function resourcesOf(samples: readonly Sample[]): Measure[] {
  const within = ({ from, to }: TimeWindow) => samples.filter(({ at }) => at >= from && at <= to);
  const [first, last] = [within(timeWindows.start), within(timeWindows.end)];
  const middle = (some: readonly Sample[], of: (sample: Sample) => number | null) =>
    median(some.map(of).filter((figure) => figure !== null));
  const applications = (some: readonly Sample[]) => middle(some, (sample) => sample.applications);
  const added = (applications(last) - applications(first)) * MIB_PER_APPLICATION;
  const names = Object.keys(resources) as Resource[];
  return [
    measure('processor of a request (ms)', processorMs(first), processorMs(last), [1.5, 0.5]),
    ...names.map((name) => {
      const [factor, more] = resources[name];
      const of = ({ held }: Sample) => held[name];
      const slack: Slack = [factor, name === 'database (MiB)' ? more + added : more];
      return measure(name, middle(first, of), middle(last, of), slack);
    }),
  ];
}

/** Returns the processor time per request over some samples, in milliseconds. Other work on the machine hardly affects it. */
function processorMs(samples: readonly Sample[]): number {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (!first || !last || last.requests === first.requests) return 0;
  return ((last.cpuSeconds - first.cpuSeconds) * 1000) / (last.requests - first.requests);
}

/** True if a run did all its work, nothing failed and nothing has grown. */
export const isSound = (outcome: {
  readonly requests: number;
  readonly failures: number;
  readonly journeysLeftOut: number;
  readonly measures: readonly Measure[];
}): boolean =>
  outcome.requests > 0 &&
  outcome.failures === 0 &&
  outcome.journeysLeftOut === 0 &&
  outcome.measures.every(({ isFlat }) => isFlat);
