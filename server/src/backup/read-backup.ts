import type { z } from 'zod';
import { readFrames, verifyContainer } from './container/container.ts';
import type { Identity } from './container/encryption.ts';
import type { Frame } from './container/frames.ts';
import { closing, type Manifest, manifest, tableHead } from './manifest.ts';
import type { Header, Outline } from './container/outline.ts';
import { UserError } from '../configuration/user-error.ts';

export type TableHead = z.output<typeof tableHead>;

/** A file, and the private keys if it is encrypted. */
export interface BackupFile {
  readonly path: string;
  readonly identity: Identity | null;
}

/** A backup whose checksum is right. */
export interface Backup extends BackupFile {
  readonly outline: Outline;
  readonly manifest: Manifest;
}

/** Checks the whole file, then reads its manifest. Refuses a foreign, truncated or altered file. */
export async function openBackup({ path, identity }: BackupFile): Promise<Backup> {
  const outline = await verifyContainer(path);
  for await (const frame of readFrames(path, outline, identity)) {
    const found = validated(path, manifest, frame);
    if (!isOf(outline.header, found))
      throw new UserError(`${path} has the header of another backup: take another one.`);
    return { path, identity, outline, manifest: found };
  }
  throw new UserError(`${path} is empty.`);
}

/** The header is readable without the rest, so a writer of the folder could exchange it. */
const isOf = (header: Header, { createdAt, installation, former }: Manifest): boolean =>
  header.createdAt === createdAt &&
  header.installation === installation &&
  header.former.join() === former.join();

/**
 * Reads a backup that has been opened before and passes each table to `load` with its bytes, all of which `load` must
 * read. Returns the last frame.
 */
export async function readTables(
  { path, identity, outline }: Backup,
  load: (head: TableHead, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<z.output<typeof closing>> {
  const frames = readFrames(path, outline, identity);
  const next = async (): Promise<Frame | undefined> => (await frames.next()).value;
  let frame: Frame | undefined;
  async function* bytes(): AsyncGenerator<Buffer> {
    for (frame = await next(); frame?.kind === 'data'; frame = await next()) yield frame.bytes;
  }
  try {
    await next(); // the manifest
    frame = await next();
    while (frame?.kind === 'json' && !('sequences' in frame.value))
      await load(validated(path, tableHead, frame), bytes());
    return validated(path, closing, frame);
  } finally {
    await frames.return(undefined);
  }
}

function validated<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  frame: Frame | undefined,
): z.output<Schema> {
  const parsed = schema.safeParse(frame?.kind === 'json' ? frame.value : null);
  if (parsed.success) return parsed.data;
  throw new UserError(`${path} was written by another version of this server: restore it with that one.`);
}
