import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { sharedBuffersMb, sizeOfDatabases } from './shared-buffers.ts';

const MB = 2 ** 20;
const GB = 2 ** 30;

test.each([
  ['an empty database uses the minimum', 12 * MB, 24 * GB, 128],
  ['buffers hold four times the data', 50 * MB, 24 * GB, 200],
  ['a large database takes no more than 512 MB', 2 * GB, 24 * GB, 512],
  ['a large database takes an eighth of the memory', 2 * GB, 2 * GB, 256],
  ['a small machine gives the least', 2 * GB, GB / 2, 128],
])('%s', (_, dataBytes, memoryBytes, megabytes) => {
  expect(sharedBuffersMb(dataBytes, memoryBytes)).toBe(megabytes);
});

test('measures a recreated database, which has another OID', () => {
  const cluster = newFolder();
  for (const number of ['1', '16384']) {
    mkdirSync(join(cluster, 'base', number), { recursive: true });
    writeFileSync(join(cluster, 'base', number, '1259'), Buffer.alloc(MB));
  }
  expect(Math.floor(sizeOfDatabases(cluster) / MB)).toBe(2);
});
