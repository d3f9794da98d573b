import { readdirSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MEGABYTE = 2 ** 20;

/** PostgreSQL's own default. */
const MIN_MB = 128;
const MAX_MB = 512;

/** The ratio of buffers to data at a start, because the data grows until the next one. */
const BUFFERS_PER_DATA = 4;

/**
 * Returns `shared_buffers` in megabytes, four times the data, at least 128, at most 512 and an eighth of the memory.
 * PostgreSQL touches 180 bytes per page at its start, so 512 MB cost an empty database 9 MB more than 128. With
 * fewer, every search would read a million applications again.
 */
export function sharedBuffersMb(dataBytes: number, memoryBytes: number): number {
  const most = Math.min(MAX_MB, Math.floor(memoryBytes / 8 / MEGABYTE));
  return Math.max(MIN_MB, Math.min(most, Math.ceil((BUFFERS_PER_DATA * dataBytes) / MEGABYTE)));
}

export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Returns the size of all databases of a cluster in bytes, because our database has no fixed number. */
export function sizeOfDatabases(cluster: string): number {
  const folder = join(cluster, 'base');
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return readdirSync(folder, { encoding: 'utf8', recursive: true }).reduce(
    (total, name) => total + sizeOf(name),
    0,
  );
}
