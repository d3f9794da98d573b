/** A program with its arguments and the environment that it needs. */
export interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The program that a suite tests, namely the server alone or a product around it. */
export interface Program {
  /** Returns the server's program. */
  readonly server: () => Promise<Command>;
  /** Returns the program of the operators' commands, which gets a command's name and arguments. */
  readonly commands: () => Promise<Command>;
  /** The folder that programs run in. */
  readonly folder: string;
  /** Folders whose files a new database is made of, relative to the repository. */
  readonly migratedBy: readonly string[];
  /** The environment of its servers besides that of all servers under test. */
  readonly env: Readonly<Record<string, string>>;
}
