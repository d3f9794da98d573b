import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { inFolderOf, makeFolder } from '../configuration/make-folder.ts';

/** Facts that a running server publishes for commands, scripts and tests in `DATA_DIR/server.json` (mode 600). */
const serverFacts = z.object({
  pid: z.int(),
  /** The address that this machine reaches the server at. */
  url: z.string(),
  /** The database as its owner, over the socket of an embedded one. */
  databaseUrl: z.string(),
  /** The version that runs and its start. A server of an earlier version published less. */
  version: z.string().optional(),
  commit: z.string().nullable().optional(),
  startedAt: z.string().optional(),
});
type ServerFacts = Readonly<z.output<typeof serverFacts>>;

/** The facts that this process wrote. */
let written: ServerFacts | null = null;

export function writeServerFacts(dataDir: string, facts: ServerFacts): void {
  inFolderOf('DATA_DIR', () => makeFolder(dataDir));
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify(facts, null, 2), { mode: 0o600 });
  written = serverFacts.parse(facts);
}

/** Returns the last written facts, whose server may have died since, or null. */
export function readServerFacts(dataDir: string): ServerFacts | null {
  try {
    return serverFacts.parse(JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')));
  } catch {
    return null;
  }
}

/** Removes the facts of this process. Another copy with this folder may have written its own since, with the same pid. */
export function removeServerFacts(dataDir: string): void {
  const isOurs = written !== null && isDeepStrictEqual(readServerFacts(dataDir), written);
  if (isOurs) rmSync(join(dataDir, 'server.json'), { force: true });
}
