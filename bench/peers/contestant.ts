/** A server in the race: made ready once, then started and stopped as often as is measured. */
export interface Contestant {
  readonly name: string;
  /** What it is, and what a crash of the machine costs. */
  readonly what: string;
  /** What it cannot do of what the others do; empty for all of it. */
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
