import type { z } from 'zod';
import { type Frame, readFrames, verifyContainer } from './container.ts';
import { closing, type Manifest, manifest, tableHead } from './manifest.ts';
import { UserError } from '../user-error.ts';

export type TableHead = z.output<typeof tableHead>;

/** Checks the whole file, then reads its manifest. Refuses a foreign, truncated or altered file. */
export async function openBackup(path: string): Promise<Manifest> {
  await verifyContainer(path);
  for await (const frame of readFrames(path)) return validated(path, manifest, frame);
  throw new UserError(`${path} is empty.`);
}

/** Reads a backup that has been opened before. Bytes belong to the table whose head came last. */
export async function* readTables(
  path: string,
): AsyncGenerator<TableHead | Buffer | z.output<typeof closing>> {
  let isFirst = true;
  for await (const frame of readFrames(path)) {
    if (isFirst) isFirst = false;
    else if (frame.kind === 'data') yield frame.bytes;
    else
      yield 'sequences' in frame.value ? validated(path, closing, frame) : validated(path, tableHead, frame);
  }
}

function validated<Schema extends z.ZodType>(path: string, schema: Schema, frame: Frame): z.output<Schema> {
  const parsed = schema.safeParse(frame.kind === 'json' ? frame.value : null);
  if (parsed.success) return parsed.data;
  throw new UserError(`${path} was written by another version of this server: restore it with that one.`);
}
