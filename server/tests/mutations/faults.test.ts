import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf } from '@solostead/server-testkit/fault';
import { serverFaults } from './faults.ts';

test('every deliberate fault applies, and its tests exist', () => {
  const server = join(import.meta.dirname, '../..');
  const read = (file: string) =>
    existsSync(join(server, file)) ? readFileSync(join(server, file), 'utf8') : null;
  expect(problemsOf(Object.values(serverFaults).flat(), read)).toEqual([]);
});
