/** A server in the race: made ready once, then started and stopped as often as is measured. */
export interface Contestant {
  readonly name: string;
  /** A description, and the effect of a machine crash on it. */
  readonly what: string;
  /** The tasks of the others that it lacks, empty if it has all of them. */
  readonly lacks: readonly string[];
  /** Its first start, which makes the database; not measured. */
  prepare(): Promise<void>;
  start(): Promise<Started>;
  /** Ends what stays between starts, and removes its data. */
  remove(): Promise<void>;
}

export interface Started {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Its processes; descendants count with them. */
  readonly pids: readonly number[];
  /** From the start of its program to the first row read over HTTP. */
  readonly seconds: number;
  stop(): Promise<void>;
}
