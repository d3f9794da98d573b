import type { z } from 'zod';
import { type Frame, readFrames, verifyContainer } from './container.ts';
import { closing, type Manifest, manifest, tableHead } from './manifest.ts';
import { UserError } from '../user-error.ts';

export type TableHead = z.output<typeof tableHead>;

/** Receives a backup's tables. `table` opens one, `data` belongs to the last opened one, `end` comes last. */
interface BackupReader {
  table(head: TableHead): Promise<void>;
  data(bytes: Buffer): Promise<void>;
  end(sequences: z.output<typeof closing>['sequences']): Promise<void>;
}

/** Checks the whole file, then reads its manifest. Refuses a foreign, truncated or altered file. */
export async function openBackup(path: string): Promise<Manifest> {
  await verifyContainer(path);
  for await (const frame of readFrames(path)) return validated(path, manifest, frame);
  throw new UserError(`${path} is empty.`);
}

/** Reads the tables of a backup that has been opened before. */
export async function readTables(path: string, reader: BackupReader): Promise<void> {
  let isFirst = true;
  for await (const frame of readFrames(path)) {
    if (isFirst) isFirst = false;
    else if (frame.kind === 'data') await reader.data(frame.bytes);
    else if ('sequences' in frame.value) await reader.end(validated(path, closing, frame).sequences);
    else await reader.table(validated(path, tableHead, frame));
  }
}

function validated<Schema extends z.ZodType>(path: string, schema: Schema, frame: Frame): z.output<Schema> {
  const parsed = schema.safeParse(frame.kind === 'json' ? frame.value : null);
  if (parsed.success) return parsed.data;
  throw new UserError(`${path} was written by another version of this server: restore it with that one.`);
}
