/** A deliberate fault. `search` occurs once in `file`, and replacing it with `replace` breaks `rule`. */
export interface Fault {
  /** One sentence, the fault's lasting name. */
  readonly rule: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  /** Test files that should fail, the fastest first. `file#title` runs only the tests whose names match. */
  readonly tests: readonly string[];
}
