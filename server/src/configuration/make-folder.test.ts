import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => void (folder = newFolder()));

test('makes missing parents, closed to others, and accepts an existing folder', () => {
  const deep = join(folder, 'a/b');
  makeFolder(deep);
  makeFolder(deep);
  expect([join(folder, 'a'), deep].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('rejects a file and a dangling link in its place, and a file in place of a parent', () => {
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'none'), join(folder, 'link'));
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'link'))).toThrow('EEXIST');
  expect(() => makeFolder(join(folder, 'file/a/b'))).toThrow('ENOTDIR');
});

test.runIf(existsSync('/proc/self'))('rejects a path where the system makes no folder', () => {
  expect(() => makeFolder('/proc/none')).toThrow('ENOENT');
  expect(() => makeFolder('/proc/none/deeper/still')).toThrow('ENOENT');
});
