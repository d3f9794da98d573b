import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { pipeline as join } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { commandLine } from '../../process/command-line.ts';
import { UserError } from '../../configuration/user-error.ts';
import { decrypt, encrypt, type Identity } from './encryption.ts';
import { decodeFrames, encodeFrames, type Frame, NoFrame } from './frames.ts';
import {
  FORMAT,
  type Header,
  headerBytes,
  type Outline,
  readOutline,
  TRAILER_LENGTH,
  trailerOf,
} from './outline.ts';

/**
 * Writes a new file (mode 600) that appears under its name only once it is whole and on disk. The file is a line that
 * names the format, a header, gzipped frames, which are encrypted to `recipient` if there is one, and a trailer with
 * size, SHA-256 and seal.
 */
export async function writeContainer(
  path: string,
  { facts, sealKey, recipient }: Ends,
  frames: AsyncIterable<Frame>,
): Promise<void> {
  if (fs.existsSync(path)) throw new UserError(`${path} exists already: name another file.`);
  const draft = `${path}.part`;
  fs.rmSync(draft, { force: true });
  const header = headerBytes({ ...facts, encryption: recipient === null ? 'none' : 'age' });
  const signed = (zipped: AsyncIterable<Uint8Array>) =>
    withEnds(recipient === null ? zipped : encrypt(zipped, recipient), header, sealKey);
  try {
    // Other users of a shared folder could have put a link or a file there again.
    const file = fs.createWriteStream(draft, { mode: 0o600, flush: true, flags: 'wx' });
    await pipeline(encodeFrames(frames), createGzip(), signed, file);
    fs.renameSync(draft, path);
  } catch (error) {
    // The operator knows the file by its final name. Node names none where writing fails.
    if ((error as NodeJS.ErrnoException).syscall) Object.assign(error as Error, { path });
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

interface Ends {
  readonly facts: Omit<Header, 'encryption'>;
  readonly sealKey: Buffer;
  /** The public key of an encrypted backup. */
  readonly recipient: string | null;
}

async function* withEnds(
  body: AsyncIterable<Uint8Array>,
  start: Buffer,
  key: Buffer,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256').update(start);
  let size = start.length + TRAILER_LENGTH;
  yield start;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  yield trailerOf(start, size, hash.digest(), key);
}

/** Reads the whole file once and refuses a foreign, truncated or altered one before it is used. @throws UserError */
export async function verifyContainer(path: string): Promise<Outline> {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UserError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new UserError(`${path} is a directory: name a file.`);
  const outline = found.isFile() ? readOutline(path) : null;
  if (outline !== null && (await digestOf(path, outline)).equals(outline.digest)) return outline;
  const format = found.isFile() ? firstBytes(path, FORMAT.length + 2) : '';
  if (format === `${FORMAT}1\n`)
    throw new UserError(
      `An unreleased version made ${path}: start with an empty DATA_DIR, or restore it with the commit that made it.`,
    );
  if (format !== `${FORMAT}2\n`)
    throw new UserError(`${path} is not a backup that ${commandLine('backup')} has written.`);
  throw new UserError(`${path} is damaged or was cut short: nothing was changed; take another backup.`);
}

async function digestOf(path: string, { bodyEnd }: Outline): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(path, { end: bodyEnd - 1 })) hash.update(chunk as Buffer);
  return hash.digest();
}

function firstBytes(path: string, length: number): string {
  const file = fs.openSync(path, 'r');
  const bytes = Buffer.alloc(length);
  const read = fs.readSync(file, bytes, 0, length, 0);
  fs.closeSync(file);
  return bytes.toString('latin1', 0, read);
}

/**
 * The frames of a verified file, one after the other. The hash shows damage and not the author, so nothing in the file
 * is believed. @throws UserError for a frame that no server has written, and without the identity of an encrypted file
 */
export async function* readFrames(
  path: string,
  { header, bodyAt, bodyEnd }: Outline,
  identity: Identity | null,
): AsyncGenerator<Frame> {
  const body = fs.createReadStream(path, { start: bodyAt, end: bodyEnd - 1 });
  // The loop throws the errors of a body that is read. One that is refused before may still fail to open.
  body.on('error', () => {});
  try {
    const zipped = header.encryption === 'age' ? decrypt(body, identity, path) : body;
    // The loop throws the error that ends the streams.
    yield* decodeFrames(join(zipped, createGunzip(), () => {}));
  } catch (error) {
    if (error instanceof NoFrame || isNotZipped(error))
      throw new UserError(`${path} holds what no server has written: take another backup.`);
    throw error;
  } finally {
    // Refused for its identity, it was not read to its end.
    body.destroy();
  }
}

const isNotZipped = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException).code).startsWith('Z_');
