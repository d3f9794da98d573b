import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../../../server/src/database/database.ts';
import { newFolder } from '../../../../server/tests/harness/new-folder.ts';
import { exportToFile } from './export.ts';

const database = {
  query: async () => ({ rows: [{ id: '1' }] }),
  transaction: async (work: (query: () => Promise<object>) => Promise<void>) =>
    work(async () => ({ rows: [] })),
} as unknown as Database;

test('replaces the file that a link leads to, and keeps the link', async () => {
  const [folder, linked] = [newFolder(), newFolder()];
  writeFileSync(join(linked, 'all.json'), 'earlier');
  const link = join(folder, 'link.json');
  symlinkSync(join(linked, 'all.json'), link);
  expect(await exportToFile(database, 'json', link)).toBe(0);
  expect([lstatSync(link).isSymbolicLink(), readFileSync(link, 'utf8')]).toEqual([true, '[]\n']);
  expect([...readdirSync(folder), ...readdirSync(linked)]).toEqual(['link.json', 'all.json']);
});

test('writes into a pipe without replacing it', async () => {
  const pipe = join(newFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [text] = await Promise.all([readFile(pipe, 'utf8'), exportToFile(database, 'json', pipe)]);
  expect([text, lstatSync(pipe).isFIFO()]).toEqual(['[]\n', true]);
});
