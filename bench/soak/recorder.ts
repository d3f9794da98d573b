import { percentile, rounded } from '../support/numbers.ts';

export interface OperationFigures {
  readonly operation: string;
  readonly requests: number;
  readonly failures: number;
  readonly start: Percentiles;
  readonly end: Percentiles;
}

interface Percentiles {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A part of a run, as shares of its duration. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** The parts that are compared. The first tenth is the warm-up. */
export const timeWindows = { start: { from: 0.1, to: 0.3 }, end: { from: 0.8, to: 1 } } as const;

/** The times of the operations that succeeded, and the number of those that failed. */
interface Operation {
  readonly times: { readonly at: number; readonly ms: number }[];
  failures: number;
}

const KEPT_REASONS = 20;

/** Records the events of a run. Times are seconds since it began. */
export class Recorder {
  readonly #operations = new Map<string, Operation>();
  /** The first failures with their times and reasons. */
  readonly reasons: string[] = [];
  requests = 0;
  failures = 0;

  done(operation: string, at: number, ms: number): void {
    this.#count(operation).times.push({ at, ms });
  }

  failed(operation: string, at: number, reason: string): void {
    this.#count(operation).failures += 1;
    this.failures += 1;
    if (this.reasons.length < KEPT_REASONS)
      this.reasons.push(`${operation} after ${at.toFixed(0)} s: ${reason}`);
  }

  #count(operation: string): Operation {
    this.requests += 1;
    const counted = this.#operations.get(operation) ?? { times: [], failures: 0 };
    this.#operations.set(operation, counted);
    return counted;
  }

  /** By operation, for a run of this duration in seconds. */
  figures(seconds: number): OperationFigures[] {
    const percentiles = ({ times }: Operation, { from, to }: TimeWindow): Percentiles => {
      const within = times.filter(({ at }) => at >= from * seconds && at <= to * seconds).map(({ ms }) => ms);
      const of = (share: number) => rounded(percentile(within, share));
      return { count: within.length, p50Ms: of(0.5), p99Ms: of(0.99) };
    };
    return [...this.#operations]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, operation]) => ({
        operation: name,
        requests: operation.times.length + operation.failures,
        failures: operation.failures,
        start: percentiles(operation, timeWindows.start),
        end: percentiles(operation, timeWindows.end),
      }));
  }
}
