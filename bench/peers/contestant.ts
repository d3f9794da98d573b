/** A server that is compared. It is prepared once, then started and stopped for each measurement. */
export interface Contestant {
  readonly name: string;
  /** Creates its database by a first start. Not measured. */
  prepare(): Promise<void>;
  start(): Promise<Started>;
  /** Stops what runs between starts, and removes its data. */
  remove(): Promise<void>;
}

export interface Started {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Its processes. Their descendants are measured too. */
  readonly pids: readonly number[];
  /** Seconds from the start of its program until the first row is read over HTTP. */
  readonly seconds: number;
  stop(): Promise<void>;
}
