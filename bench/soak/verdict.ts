import { rounded } from '../support/numbers.ts';
import { type OperationFigures, timeWindows } from './recorder.ts';
import { type FigureOf, processorMs, type Sample, startAndEnd } from './samples.ts';

/** A measure at the start and at the end of a run, and its upper bound at the end. */
export interface Measure {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly bound: number;
  readonly isFlat: boolean;
}

/** An end above `factor` times the start plus `more` is growth. It allows for other work on the machine. */
interface Slack {
  readonly factor: number;
  readonly more: number;
}

const slack = {
  p50Ms: { factor: 2, more: 10 },
  p99Ms: { factor: 3, more: 150 },
  processorMs: { factor: 1.5, more: 0.5 },
  memoryMiB: { factor: 1.15, more: 20 },
  /** Clients keep some connections open between requests. */
  serverDescriptors: { factor: 1, more: 40 },
  /** Each connection keeps the tables that it has read open. */
  postgresDescriptors: { factor: 1.25, more: 300 },
  connections: { factor: 1, more: 8 },
  otherFilesMiB: { factor: 1, more: 5 },
} as const satisfies Record<string, Slack>;

/** The database size that an application may take, with its mails, history, sessions and access log, in MiB. */
const MIB_PER_APPLICATION = 0.06;
const DATABASE_MORE_MIB = 16;
/** PostgreSQL's max_wal_size. */
const MAX_WAL_MIB = 1024;
/** A percentile needs at least this many times. The 99th percentile of fifty is just their maximum. */
const fewest = { p50Ms: 30, p99Ms: 200 } as const;

const measure = (name: string, start: number, end: number, bound: number): Measure => ({
  name,
  start: rounded(start),
  end: rounded(end),
  bound: rounded(bound),
  isFlat: end <= bound,
});

const grown = (name: string, { start, end }: { start: number; end: number }, { factor, more }: Slack) =>
  measure(name, start, end, start * factor + more);

/** Returns every measure that must not grow. */
export const measures = (
  operations: readonly OperationFigures[],
  samples: readonly Sample[],
): readonly Measure[] => [...timesOf(operations), ...resourcesOf(samples)];

const timesOf = (operations: readonly OperationFigures[]): Measure[] =>
  operations.flatMap(({ operation, start, end }) =>
    (['p50Ms', 'p99Ms'] as const)
      .filter((name) => Math.min(start.count, end.count) >= fewest[name])
      .map((name) =>
        grown(`${operation}, ${name.slice(0, 3)} (ms)`, { start: start[name], end: end[name] }, slack[name]),
      ),
  );

/** The measured resources, with their labels. */
const held: readonly [name: string, allowed: Slack, of: FigureOf][] = [
  ['memory (PSS, MiB)', slack.memoryMiB, ({ memoryMiB }) => memoryMiB],
  ['descriptors of the server', slack.serverDescriptors, ({ serverDescriptors }) => serverDescriptors],
  ['descriptors of PostgreSQL', slack.postgresDescriptors, ({ postgresDescriptors }) => postgresDescriptors],
  ['memory of the second copy (PSS, MiB)', slack.memoryMiB, ({ second }) => second && second.memoryMiB],
  ['descriptors of the second copy', slack.serverDescriptors, ({ second }) => second && second.descriptors],
  ['connections', slack.connections, ({ connections }) => connections],
  ['files outside the database (MiB)', slack.otherFilesMiB, ({ otherFilesMiB }) => otherFilesMiB],
];

function resourcesOf(samples: readonly Sample[]): Measure[] {
  const both = (of: FigureOf) => startAndEnd(samples, of);
  const cpu = {
    start: processorMs(samples, timeWindows.start),
    end: processorMs(samples, timeWindows.end),
  };
  const database = both(({ databaseMiB }) => databaseMiB);
  const applications = both((sample) => sample.applications);
  const more = (applications.end - applications.start) * MIB_PER_APPLICATION + DATABASE_MORE_MIB;
  const wal = both(({ walMiB }) => walMiB);
  return [
    grown('processor of a request (ms)', cpu, slack.processorMs),
    ...held.map(([name, allowed, of]) => grown(name, both(of), allowed)),
    measure('database (MiB)', database.start, database.end, database.start + more),
    measure('write-ahead log (MiB)', wal.start, wal.end, MAX_WAL_MIB),
  ];
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
