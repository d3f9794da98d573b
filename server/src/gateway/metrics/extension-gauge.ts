/** One metric. `read` returns null while it is unknown. */
export interface ExtensionGauge {
  readonly name: string;
  /** True for a number that only grows. */
  readonly isCounter?: boolean;
  readonly help: string;
  readonly read: () => Promise<number | null>;
}
