import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
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

export interface FrameWriter {
  json(value: object): Promise<void>;
  data(bytes: Buffer): Promise<void>;
}

/** Writes a new file (mode 600) that appears under its name only once it is whole and on disk. */
export async function writeContainer(path: string, fill: (writer: FrameWriter) => Promise<void>) {
  if (fs.existsSync(path)) throw new UserError(`${path} exists already: name another file.`);
  const draft = `${path}.part`;
  fs.rmSync(draft, { force: true });
  try {
    await writeDraft(draft, fill);
    fs.renameSync(draft, path);
  } catch (error) {
    // The operator knows the file by its final name.
    if ((error as NodeJS.ErrnoException).path === draft) Object.assign(error as Error, { path });
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

async function writeDraft(draft: string, fill: (writer: FrameWriter) => Promise<void>): Promise<void> {
  const file = fs.createWriteStream(draft, { mode: 0o600 });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, hash.digest());
    },
  });
  hashing.pipe(file);
  hashing.write(magic);
  const zip = createGzip();
  zip.pipe(hashing);
  // Stops the producer at once. It must not continue after this function has failed.
  let failure: Error | null = null;
  file.once('error', (error) => {
    failure = Object.assign(error, { path: draft });
    zip.on('error', () => {}).destroy(failure);
  });
  const put = async (kind: string, content: Buffer) => {
    if (failure) throw failure;
    const head = Buffer.alloc(5);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(content.length, 1);
    zip.write(head);
    if (!zip.write(content)) await once(zip, 'drain');
  };
  await fill({
    json: (value) => put('J', Buffer.from(JSON.stringify(value))),
    data: (bytes) => put('D', bytes),
  });
  if (failure === null) zip.end();
  await finished(file);
  const handle = await open(draft, 'r');
  await handle.sync();
  await handle.close();
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
