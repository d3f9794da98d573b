import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { sampleInstallation, writeSample } from '../backup.sample.ts';
import { readFrames, verifyContainer, writeContainer } from './container.ts';
import type { Identity } from './encryption.ts';
import type { Frame } from './frames.ts';
import { headerBytes, TRAILER_LENGTH, trailerOf } from './outline.ts';

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

const installation = sampleInstallation();
const ends = {
  facts: { createdAt: '2026-01-01T00:00:00.000Z', installation: installation.id, former: [] },
  sealKey: installation.sealKey,
};
const keys = [await generateIdentity(), await generateIdentity()];
const recipients = await Promise.all(keys.map(identityToRecipient));
const identities = keys.map((key, index): Identity => ({
  path: ['ours.txt', 'other.txt'][index]!,
  keys: [key],
}));
const write = () => writeSample(file, installation, undefined, frames);
const read = async (identity: Identity | null = null) =>
  Readable.from(readFrames(file, await verifyContainer(file), identity)).toArray();

test('written frames are read back one by one', async () => {
  await write();
  const written = frames.filter((frame) => frame.kind === 'json' || frame.bytes.length > 0);
  expect(await read()).toEqual(written);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('does not overwrite an existing file', async () => {
  writeFileSync(file, 'precious');
  await expect(write()).rejects.toThrow(/ exists already: name another file\.$/);
  expect(readFileSync(file, 'utf8')).toBe('precious');
});

test.each([null, recipients[0]!])('a failure leaves no file behind, encrypted to %s', async (recipient) => {
  async function* broken(): AsyncGenerator<Frame> {
    yield* frames;
    throw new Error('the database was lost');
  }
  await expect(writeContainer(file, { ...ends, recipient }, broken())).rejects.toThrow(
    'the database was lost',
  );
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ['cut short by one byte', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['cut after its first line', (bytes: Buffer) => bytes.subarray(0, 19)],
  ['cut after its header', (bytes: Buffer) => bytes.subarray(0, 200)],
  [
    'without its last bytes of data',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -200), bytes.subarray(-104)]),
  ],
  [
    'with another header',
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('2026-01-01', '2026-01-02'), 'latin1'),
  ],
  ['without its body', (bytes: Buffer) => withoutBody(bytes)],
  ['followed by more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  [
    'with one bit flipped',
    (bytes: Buffer) => Buffer.from(bytes.with(bytes.length - 200, bytes.at(-200)! ^ 1)),
  ],
])('a file %s is refused as damaged', async (_what, change) => {
  await write();
  writeFileSync(file, change(readFileSync(file)));
  await expect(verifyContainer(file)).rejects.toThrow(/ is damaged or was cut short: nothing was changed/);
});

test('refuses other files, directories and missing files, each with its own reason', async () => {
  const foreign = join(directory, 'notes.txt');
  for (const text of ['SOLOSTEAD BACKUP 3\nand more', 'PGDMP'.repeat(50), '']) {
    writeFileSync(foreign, text);
    await expect(verifyContainer(foreign)).rejects.toThrow(
      / is not a backup that npx solostead-server backup has written\.$/,
    );
  }
  writeFileSync(foreign, `SOLOSTEAD BACKUP 1\n${'x'.repeat(500)}`);
  await expect(verifyContainer(foreign)).rejects.toThrow(
    /^An unreleased version made \/.+notes\.txt: start with/,
  );
  await expect(verifyContainer(directory)).rejects.toThrow(/ is a directory: name a file\.$/);
  await expect(verifyContainer(file)).rejects.toThrow(/^There is no file /);
});

test('data of any length is read back in frames of at most 1 MB', async () => {
  const huge = Buffer.alloc(2_500_000, 'row\n');
  await writeSample(file, installation, undefined, [{ kind: 'data', bytes: huge }]);
  const found = (await read()) as { bytes: Buffer }[];
  expect(found.map(({ bytes }) => bytes.length)).toEqual([1_048_576, 1_048_576, 402_848]);
  expect(Buffer.concat(found.map(({ bytes }) => bytes)).equals(huge)).toBe(true);
});

test('a draft is a new file, not one that another user put there', async () => {
  const other = join(directory, 'other');
  writeFileSync(other, 'precious');
  symlinkSync(other, `${file}.part`);
  await write();
  expect(readFileSync(other, 'utf8')).toBe('precious');
});

describe('an encrypted file', () => {
  const [ours, others] = identities as [Identity, Identity];
  const encrypt = () =>
    writeContainer(file, { ...ends, recipient: recipients[0]! }, Readable.from([...frames, ...frames]));

  test('is read with its private key, which may be one of several', async () => {
    await encrypt();
    expect(readFileSync(file).includes('table')).toBe(false);
    expect((await verifyContainer(file)).header.encryption).toBe('age');
    const both = { path: 'both', keys: [...others.keys, ...ours.keys] };
    expect(await read(both)).toEqual(await read(ours));
    const texts = (await read(ours)).filter(({ kind }) => kind === 'json');
    expect(texts).toEqual([...frames, ...frames].filter(({ kind }) => kind === 'json'));
  });

  test.each([
    ['no private key', null, / is encrypted: name the file of its private key with --identity\.$/],
    [
      'another one',
      others,
      /^other\.txt does not open \/.+: name the private key of its BACKUP_RECIPIENT\.$/,
    ],
    [
      'a damaged one',
      { path: 'bad.txt', keys: [`${ours.keys[0]!.slice(0, -1)}1`] },
      /^bad\.txt has a private key that is damaged/,
    ],
  ])('is refused with %s in one sentence', async (_what, identity, sentence) => {
    await encrypt();
    await expect(read(identity)).rejects.toThrow(sentence);
  });

  test.each(['age-encryption.org/v1\n', 'not encrypted'])('of %j with its hash is refused', async (body) => {
    writeSigned(Buffer.from(body), 'age');
    await expect(read(ours)).rejects.toThrow(/ no server has written/);
  });

  test('whose payload is damaged is refused, also with the right hash', async () => {
    await encrypt();
    const { bodyAt, bodyEnd } = await verifyContainer(file);
    const body = readFileSync(file).subarray(bodyAt, bodyEnd);
    writeSigned(Buffer.from(body.with(body.length - 20, body.at(-20)! ^ 1)), 'age');
    await expect(read(ours)).rejects.toThrow(/ no server has written/);
  });
});

const head = (kind: string, length: number) => {
  const bytes = Buffer.alloc(5);
  bytes.write(kind, 'latin1');
  bytes.writeUInt32BE(length, 1);
  return bytes;
};
const MB = 1024 * 1024;

test.each([
  ['a frame of 4 GB', [head('D', 2 ** 32 - 1), Buffer.alloc(60 * MB)]],
  ['a frame of data beyond 64 MB', [head('D', 64 * MB + 1), Buffer.alloc(65 * MB)]],
  ['a text of 17 MB', [head('J', 17 * MB), Buffer.alloc(17 * MB, ' ')]],
  ['zeros', [Buffer.alloc(60 * MB)]],
  ['millions of empty frames', [Buffer.alloc(50 * MB, head('D', 0))]],
  ['an unknown kind of frame', [head('X', 1), Buffer.from('x')]],
  ['a text that is no JSON', [head('J', 1), Buffer.from('{')]],
  ['a text that is no object', [head('J', 2), Buffer.from('[]')]],
])('a file of %s with the right hash is refused at once', async (_what, parts) => {
  writeSigned(gzipSync(Buffer.concat(parts)));
  await expect(read()).rejects.toThrow(/ no server has written/);
});

test('a file that is not zipped is refused', async () => {
  writeSigned(Buffer.from('not zipped'));
  await expect(read()).rejects.toThrow(/ no server has written/);
});

test('a frame of 60 MB is read in time that grows with its length', async () => {
  writeSigned(gzipSync(Buffer.concat([head('D', 60 * MB), Buffer.alloc(60 * MB)])));
  const started = performance.now();
  expect(await read()).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});

/** Writes a file with these zipped frames and the hash that fits. */
function writeSigned(zipped: Buffer, encryption: 'none' | 'age' = 'none'): void {
  const start = headerBytes({ ...ends.facts, encryption });
  const signed = Buffer.concat([start, zipped]);
  const digest = createHash('sha256').update(signed).digest();
  const trailer = trailerOf(start, signed.length + TRAILER_LENGTH, digest, randomBytes(32));
  writeFileSync(file, Buffer.concat([signed, trailer]));
}

function withoutBody(bytes: Buffer): Buffer {
  writeFileSync(file, bytes);
  writeSigned(Buffer.alloc(0));
  return readFileSync(file);
}
