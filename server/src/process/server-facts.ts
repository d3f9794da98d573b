import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a running server publishes for commands and tests, in `DATA_DIR/server.json` (mode 600). */
export interface ServerFacts {
  readonly pid: number;
  readonly url: string;
  /** The database's owner, over its socket. */
  readonly databaseUrl: string;
}

export function writeServerFacts(dataDir: string, facts: ServerFacts): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify(facts, null, 2), { mode: 0o600 });
}

/** The facts as last written, by a server that may have died since; null when there are none. */
export function readServerFacts(dataDir: string): ServerFacts | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as ServerFacts;
  } catch {
    return null;
  }
}

export function removeServerFacts(dataDir: string): void {
  rmSync(join(dataDir, 'server.json'), { force: true });
}
