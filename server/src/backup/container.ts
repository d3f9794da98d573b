import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { commandLine } from '../process/command-line.ts';
import { z } from 'zod';
import { jsonOrNull } from '../configuration/json-or-null.ts';
import { UserError } from '../user-error.ts';

/**
 * The file is a line that names the format, gzipped frames, and the SHA-256 of all before it. A frame is its kind
 * (one byte, J for JSON, D for data), its length (four bytes, big-endian) and its content.
 */
const magic = Buffer.from('SOLOSTEAD BACKUP 1\n');
const DIGEST_LENGTH = 32;
const HEAD_LENGTH = 5;

export type Frame =
  | { readonly kind: 'json'; readonly value: Record<string, unknown> }
  | { readonly kind: 'data'; readonly bytes: Buffer };

const jsonFrame = z.record(z.string(), z.unknown());

/** The most bytes of a frame, by its kind. The writer divides data into smaller frames. */
const MAX_JSON_LENGTH = 16 * 1024 * 1024;
const MAX_DATA_LENGTH = 64 * 1024 * 1024;
const DATA_LENGTH = 1024 * 1024;

/** Writes a new file (mode 600) that appears under its name only once it is whole and on disk. */
export async function writeContainer(path: string, frames: AsyncIterable<Frame>): Promise<void> {
  if (fs.existsSync(path)) throw new UserError(`${path} exists already: name another file.`);
  const draft = `${path}.part`;
  fs.rmSync(draft, { force: true });
  try {
    // Other users of a shared folder could have put a link or a file there again.
    const file = fs.createWriteStream(draft, { mode: 0o600, flush: true, flags: 'wx' });
    await pipeline(encoded(frames), createGzip(), signed, file);
    fs.renameSync(draft, path);
  } catch (error) {
    // The operator knows the file by its final name. Node names none where writing fails.
    if ((error as NodeJS.ErrnoException).syscall) Object.assign(error as Error, { path });
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

async function* encoded(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    if (frame.kind === 'json') yield* withHead('J', Buffer.from(JSON.stringify(frame.value)));
    else
      for (let at = 0; at < frame.bytes.length; at += DATA_LENGTH)
        yield* withHead('D', frame.bytes.subarray(at, at + DATA_LENGTH));
  }
}

function withHead(kind: string, content: Buffer): readonly Buffer[] {
  const head = Buffer.alloc(HEAD_LENGTH);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(content.length, 1);
  return [head, content];
}

/** The zipped frames with the first line before them and the hash behind them. */
async function* signed(zipped: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(magic);
  yield magic;
  for await (const chunk of zipped) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

/** Reads the whole file once and refuses a foreign, truncated or altered one before it is used. */
export async function verifyContainer(path: string): Promise<void> {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UserError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new UserError(`${path} is a directory: name a file.`);
  if (!readPart(path, 0, magic.length).equals(magic)) {
    throw new UserError(`${path} is not a backup that ${commandLine('backup')} has written.`);
  }
  const end = found.size - DIGEST_LENGTH;
  const hash = createHash('sha256');
  if (end > magic.length) {
    for await (const chunk of fs.createReadStream(path, { end: end - 1 })) hash.update(chunk as Buffer);
  }
  if (end <= magic.length || !hash.digest().equals(readPart(path, end, DIGEST_LENGTH))) {
    throw new UserError(`${path} is damaged or was cut short: nothing was changed; take another backup.`);
  }
}

function readPart(path: string, at: number, length: number): Buffer {
  const descriptor = fs.openSync(path, 'r');
  const part = Buffer.alloc(length);
  fs.readSync(descriptor, part, 0, length, at);
  fs.closeSync(descriptor);
  return part;
}

/**
 * The frames of a verified file, one after the other. The hash shows damage and not the author, so nothing in the file
 * is believed. @throws UserError for a frame that no server has written
 */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const end = fs.statSync(path).size - DIGEST_LENGTH - 1;
  const stream = fs.createReadStream(path, { start: magic.length, end }).pipe(createGunzip());
  const chunks: Buffer[] = [];
  let held = 0;
  const take = (length: number): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks.splice(0, chunks.length, all.subarray(length));
    held -= length;
    return all.subarray(0, length);
  };
  let head: Head | null = null;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      held += (chunk as Buffer).length;
      for (;;) {
        if (head === null && held >= HEAD_LENGTH) head = readHead(take(HEAD_LENGTH));
        if (head === null || held < head.length) break;
        yield frameOf(head, take(head.length));
        head = null;
      }
    }
  } catch (error) {
    if (error instanceof NoFrame || isNotZipped(error))
      throw new UserError(`${path} holds what no server has written: take another backup.`);
    throw error;
  }
}

/** Bytes that are no frame. */
class NoFrame extends Error {}

interface Head {
  readonly isJson: boolean;
  readonly length: number;
}

/** Empty frames are refused, because a small file can have millions of them. */
function readHead(bytes: Buffer): Head {
  const kind = String.fromCharCode(bytes[0]!);
  const length = bytes.readUInt32BE(1);
  const max = kind === 'J' ? MAX_JSON_LENGTH : kind === 'D' ? MAX_DATA_LENGTH : 0;
  if (length === 0 || length > max) throw new NoFrame();
  return { isJson: kind === 'J', length };
}

function frameOf({ isJson }: Head, content: Buffer): Frame {
  if (!isJson) return { kind: 'data', bytes: content };
  const parsed = jsonFrame.safeParse(jsonOrNull(content.toString()));
  if (!parsed.success) throw new NoFrame();
  return { kind: 'json', value: parsed.data };
}

const isNotZipped = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException).code).startsWith('Z_');
