import { percentile, rounded } from '../support/numbers.ts';

/** A request or another operation that succeeded. */
interface Entry {
  readonly at: number;
  readonly ms: number;
}

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

const KEPT_REASONS = 20;

/** Records the events of a run. Times are seconds since it began. */
export class Recorder {
  readonly #entries = new Map<string, Entry[]>();
  readonly #failures = new Map<string, number>();
  /** The first failures with their times and reasons. */
  readonly reasons: string[] = [];

  done(operation: string, at: number, ms: number): void {
    const entries = this.#entries.get(operation);
    if (entries) entries.push({ at, ms });
    else this.#entries.set(operation, [{ at, ms }]);
  }

  failed(operation: string, at: number, reason: string): void {
    this.#failures.set(operation, (this.#failures.get(operation) ?? 0) + 1);
    if (this.reasons.length < KEPT_REASONS)
      this.reasons.push(`${operation} after ${at.toFixed(0)} s: ${reason}`);
  }

  get requests(): number {
    return [...this.#entries.values()].reduce((total, { length }) => total + length, this.failures);
  }

  get failures(): number {
    return [...this.#failures.values()].reduce((total, count) => total + count, 0);
  }

  /** By operation, for a run of this duration in seconds. */
  figures(seconds: number): OperationFigures[] {
    const operations = [...new Set([...this.#entries.keys(), ...this.#failures.keys()])].sort();
    return operations.map((operation) => {
      const entries = this.#entries.get(operation) ?? [];
      const failures = this.#failures.get(operation) ?? 0;
      return {
        operation,
        requests: entries.length + failures,
        failures,
        start: percentiles(entries, timeWindows.start, seconds),
        end: percentiles(entries, timeWindows.end, seconds),
      };
    });
  }
}

function percentiles(entries: readonly Entry[], { from, to }: TimeWindow, seconds: number): Percentiles {
  const isWithin = ({ at }: Entry) => at >= from * seconds && at <= to * seconds;
  const times = entries.filter(isWithin).map(({ ms }) => ms);
  return {
    count: times.length,
    p50Ms: rounded(percentile(times, 0.5)),
    p99Ms: rounded(percentile(times, 0.99)),
  };
}
