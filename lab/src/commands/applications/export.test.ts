import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '@solostead/server/database';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { exportToFile } from './export.ts';

const database = {
  query: async () => ({ rows: [{ id: '1' }] }),
  transaction: async (work: (query: () => Promise<object>) => Promise<void>) =>
    work(async () => ({ rows: [] })),
} as unknown as Database;

test.each([
  ['replaces', 'an existing', true],
  ['writes', 'a missing', false],
])('%s %s file that a link leads to, and keeps the link', async (_does, _which, exists) => {
  const [folder, linked] = [newFolder(), newFolder()];
  if (exists) writeFileSync(join(linked, 'all.json'), 'earlier');
  const link = join(folder, 'link.json');
  symlinkSync(relative(folder, join(linked, 'all.json')), link);
  expect(await exportToFile(database, 'json', link)).toBe(0);
  expect([lstatSync(link).isSymbolicLink(), readFileSync(link, 'utf8')]).toEqual([true, '[]\n']);
  expect([...readdirSync(folder), ...readdirSync(linked)]).toEqual(['link.json', 'all.json']);
});

test('writes into a pipe without replacing it or removing a file next to it', async () => {
  const folder = newFolder();
  const pipe = join(folder, 'pipe');
  writeFileSync(`${pipe}.part`, '');
  execFileSync('mkfifo', [pipe]);
  const [text] = await Promise.all([readFile(pipe, 'utf8'), exportToFile(database, 'json', pipe)]);
  expect([text, lstatSync(pipe).isFIFO()]).toEqual(['[]\n', true]);
  expect(readdirSync(folder)).toContain('pipe.part');
});
