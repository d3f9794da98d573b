import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../tests/harness/new-folder.ts';
import { type Frame, readFrames, verifyContainer, writeContainer } from './container.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = newFolder();
  file = join(directory, 'one.backup');
});

/** Larger than a chunk of a stream, and not compressible to nothing. */
const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));

const frames: readonly Frame[] = [
  { kind: 'json', value: { table: 'größe' } },
  { kind: 'data', bytes: large },
  { kind: 'data', bytes: Buffer.alloc(0) },
  { kind: 'json', value: { end: true } },
];

const write = () => writeContainer(file, Readable.from(frames));

test('written frames are read back one by one', async () => {
  await write();
  await verifyContainer(file);
  expect(await Readable.from(readFrames(file)).toArray()).toEqual(frames);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('does not overwrite an existing file', async () => {
  writeFileSync(file, 'precious');
  await expect(write()).rejects.toThrow(/ exists already: name another file\.$/);
  expect(readFileSync(file, 'utf8')).toBe('precious');
});

test('a failure leaves no file behind', async () => {
  async function* broken(): AsyncGenerator<Frame> {
    yield* frames;
    throw new Error('the database was lost');
  }
  await expect(writeContainer(file, broken())).rejects.toThrow('the database was lost');
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ['cut short by one byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['cut after its first line', (bytes: Buffer) => bytes.subarray(0, 19)],
  ['followed by more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ['with one bit flipped', (bytes: Buffer) => Buffer.from(bytes.with(100, bytes[100]! ^ 1))],
])('a file %s is refused as damaged', async (_what, change) => {
  await write();
  writeFileSync(file, change(readFileSync(file)));
  await expect(verifyContainer(file)).rejects.toThrow(/ is damaged or was cut short: nothing was changed/);
});

test('refuses other files, directories and missing files, each with its own reason', async () => {
  const foreign = join(directory, 'notes.txt');
  for (const text of ['SOLOSTEAD BACKUP 2\nand more', 'PGDMP'.repeat(50), '']) {
    writeFileSync(foreign, text);
    await expect(verifyContainer(foreign)).rejects.toThrow(
      / is not a backup that npx solostead-server backup has written\.$/,
    );
  }
  await expect(verifyContainer(directory)).rejects.toThrow(/ is a directory: name a file\.$/);
  await expect(verifyContainer(file)).rejects.toThrow(/^There is no file /);
});
