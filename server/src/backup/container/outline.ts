import { createHmac, timingSafeEqual } from 'node:crypto';
import * as fs from 'node:fs';
import { z } from 'zod';
import { jsonOrNull } from '../../configuration/json-or-null.ts';

/** The start of a backup of any version. */
export const FORMAT = 'SOLOSTEAD BACKUP ';
const MAGIC = Buffer.from(`${FORMAT}2\n`);

/** The readable line after the first one, also in an encrypted backup. */
export const header = z.strictObject({
  createdAt: z.iso.datetime(),
  /** The database that was backed up, and those that its rows came from. */
  installation: z.guid(),
  former: z.array(z.guid()).readonly(),
  encryption: z.enum(['none', 'age']),
});

export type Header = z.output<typeof header>;

const MAX_HEADER_LENGTH = 64 * 1024;
const SIZE_LENGTH = 8;
const HASH_LENGTH = 32;
export const TRAILER_LENGTH = SIZE_LENGTH + 2 * HASH_LENGTH;

/** The two ends of a backup, which can be read without the rest. */
export interface Outline {
  readonly header: Header;
  /** The position of the gzipped or encrypted frames. */
  readonly bodyAt: number;
  /** The position of the trailer. */
  readonly bodyEnd: number;
  /** The SHA-256 of all before the trailer. */
  readonly digest: Buffer;
  /** True if the installation with this key wrote header and digest. */
  readonly isSealedWith: (key: Buffer) => boolean;
}

export const headerBytes = (value: Header): Buffer =>
  Buffer.concat([MAGIC, Buffer.from(`${JSON.stringify(value)}\n`)]);

/** The file's size, its hash, and an HMAC of both and the start. No backup contains the key, so no other program can seal one. */
export function trailerOf(start: Buffer, size: number, digest: Buffer, key: Buffer): Buffer {
  const end = Buffer.alloc(SIZE_LENGTH);
  end.writeBigUInt64BE(BigInt(size));
  return Buffer.concat([
    end,
    digest,
    createHmac('sha256', key).update(start).update(end).update(digest).digest(),
  ]);
}

/**
 * Reads the ends of a file and returns null if it is no backup of this format, is empty, or was cut short or extended.
 * It does not read the rows, so its time does not depend on the size of the file.
 */
export function readOutline(path: string): Outline | null {
  // Opening a named pipe would wait for a writer.
  const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const found = fs.fstatSync(file);
    if (!found.isFile() || found.size < MAGIC.length + TRAILER_LENGTH) return null;
    const beginning = readPart(file, 0, Math.min(found.size, MAGIC.length + MAX_HEADER_LENGTH));
    const bodyAt = beginning.indexOf('\n', MAGIC.length) + 1;
    if (!beginning.subarray(0, MAGIC.length).equals(MAGIC) || bodyAt === 0) return null;
    const parsed = header.safeParse(jsonOrNull(beginning.toString('utf8', MAGIC.length, bodyAt)));
    const bodyEnd = found.size - TRAILER_LENGTH;
    const trailer = readPart(file, bodyEnd, TRAILER_LENGTH);
    if (!parsed.success || bodyEnd <= bodyAt || trailer.readBigUInt64BE() !== BigInt(found.size)) return null;
    const digest = trailer.subarray(SIZE_LENGTH, SIZE_LENGTH + HASH_LENGTH);
    const isSealedWith = (key: Buffer) =>
      timingSafeEqual(trailer, trailerOf(beginning.subarray(0, bodyAt), found.size, digest, key));
    return { header: parsed.data, bodyAt, bodyEnd, digest, isSealedWith };
  } finally {
    fs.closeSync(file);
  }
}

function readPart(file: number, at: number, length: number): Buffer {
  const part = Buffer.alloc(length);
  fs.readSync(file, part, 0, length, at);
  return part;
}
