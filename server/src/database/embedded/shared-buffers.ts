import { readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MEGABYTE = 2 ** 20;

/** PostgreSQL's own default. */
const LEAST_MB = 128;
const MOST_MB = 512;

/** How often the data fits into the buffers at a start: it grows until the next one. */
const ROOM = 4;

/**
 * `shared_buffers`, in megabytes: room for four times the data, at most 512 MB and an eighth of the memory, at least 128.
 * PostgreSQL touches 180 bytes for each page of them when it starts, so that 512 MB cost an empty database 9 MB more than
 * 128; a million applications would be read anew for every search from fewer.
 */
export function sharedBuffersMb(dataBytes: number, memoryBytes: number): number {
  const most = Math.min(MOST_MB, Math.floor(memoryBytes / 8 / MEGABYTE));
  return Math.max(LEAST_MB, Math.min(most, Math.ceil((ROOM * dataBytes) / MEGABYTE)));
}

/** What this process may use of the machine's memory, in bytes. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** The size of all databases of a cluster, in bytes: ours has no number of its own once it was dropped and made anew. */
export function sizeOfDatabases(cluster: string): number {
  const folder = join(cluster, 'base');
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return readdirSync(folder, { encoding: 'utf8', recursive: true }).reduce(
    (total, name) => total + sizeOf(name),
    0,
  );
}
