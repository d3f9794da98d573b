import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { commandLine } from '../process/command-line.ts';
import { z } from 'zod';
import { UserError } from '../user-error.ts';

/**
 * The file is a line that names the format, gzipped frames, and the SHA-256 of all before it. A frame is its kind
 * (one byte, J for JSON, D for data), its length (four bytes, big-endian) and its content.
 */
const magic = Buffer.from('SOLOSTEAD BACKUP 1\n');
const DIGEST_LENGTH = 32;

export type Frame =
  | { readonly kind: 'json'; readonly value: Record<string, unknown> }
  | { readonly kind: 'data'; readonly bytes: Buffer };

const jsonFrame = z.record(z.string(), z.unknown());

/** Writes a new file (mode 600) that appears under its name only once it is whole and on disk. */
export async function writeContainer(path: string, frames: AsyncIterable<Frame>): Promise<void> {
  if (fs.existsSync(path)) throw new UserError(`${path} exists already: name another file.`);
  const draft = `${path}.part`;
  fs.rmSync(draft, { force: true });
  try {
    const file = fs.createWriteStream(draft, { mode: 0o600, flush: true });
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
    const content = frame.kind === 'json' ? Buffer.from(JSON.stringify(frame.value)) : frame.bytes;
    const head = Buffer.alloc(5);
    head.write(frame.kind === 'json' ? 'J' : 'D', 0, 'latin1');
    head.writeUInt32BE(content.length, 1);
    yield head;
    yield content;
  }
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

/** The frames of a verified file, one after the other. */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const end = fs.statSync(path).size - DIGEST_LENGTH - 1;
  const stream = fs.createReadStream(path, { start: magic.length, end }).pipe(createGunzip());
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    for (let length; rest.length >= 5 && rest.length >= 5 + (length = rest.readUInt32BE(1));) {
      const content = rest.subarray(5, 5 + length);
      yield rest[0] === 0x4a
        ? { kind: 'json', value: jsonFrame.parse(JSON.parse(content.toString())) }
        : { kind: 'data', bytes: content };
      rest = rest.subarray(5 + length);
    }
  }
}
