import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putCopy } from '../harness/databases/fresh-data.ts';

test('creating a template removes those that were not copied for a day, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-templates-'));
  const names = ['copied', 'other', 'newest'].map((name) => `of-a-test-${process.pid}-${name}`);
  const [copied, other, newest] = names as [string, string, string];
  onTestFinished(() => {
    for (const path of [folder, ...names.map((name) => join(kept, name))])
      rmSync(path, { recursive: true, force: true });
  });
  const make = async (draft: string) => {
    mkdirSync(draft);
    writeFileSync(join(draft, 'file'), '');
  };
  for (const name of [copied, other]) {
    await putCopy(name, join(folder, name), make);
    utimesSync(join(kept, name), 0, Date.now() / 1000 - 48 * 3600);
  }
  await putCopy(copied, join(folder, 'again'), make);
  await putCopy(newest, join(folder, newest), make);
  expect(names.map((name) => existsSync(join(kept, name)))).toEqual([true, false, true]);
  expect(existsSync(join(folder, newest, 'file'))).toBe(true);
});

const kept = join(import.meta.dirname, '../../../.cache/test-data');
