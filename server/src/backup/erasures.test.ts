import {
  appendFileSync,
  chmodSync,
  chownSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { needs } from '@solostead/server-testkit/needs';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { sampleInstallation } from './backup.sample.ts';
import {
  appendErasures,
  applyErasures,
  countForeignErasures,
  type Erasure,
  readErasures,
  readErasuresIn,
} from './erasures.ts';

const ours = sampleInstallation();
let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder();
  file = join(folder, 'erasures.jsonl');
});

const erasure = (number: number): Erasure => ({
  kind: 'application',
  id: `00000000-0000-4000-8000-00000000000${number}`,
  at: '2026-01-01T00:00:00+00:00',
  reason: 'owner',
});

test('a directory without a list has no erasures', () => {
  expect(readErasures(folder, ours)).toEqual([]);
});

test('each erasure is listed once, for its owner only', () => {
  appendErasures(folder, ours, [erasure(1), erasure(2)]);
  appendErasures(folder, ours, [erasure(2), erasure(3)]);
  expect(readErasures(folder, ours)).toEqual([erasure(1), erasure(2), erasure(3)]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('neither creates nor reads the file for an empty list', () => {
  appendErasures(folder, ours, []);
  expect(() => statSync(file)).toThrow('ENOENT');
  writeFileSync(file, 'damaged\n');
  appendErasures(folder, ours, []);
});

test('merges several lists', () => {
  const other = join(folder, 'other');
  appendErasures(folder, ours, [erasure(1), erasure(2)]);
  appendErasures(other, ours, [erasure(2), erasure(3)]);
  expect(readErasuresIn([folder, other], ours)).toEqual([erasure(1), erasure(2), erasure(3)]);
});

test('installations that share a folder read their own erasures and those of former ones', () => {
  const theirs = sampleInstallation();
  const restored = sampleInstallation(ours.id);
  appendErasures(folder, ours, [erasure(1)]);
  appendErasures(folder, theirs, [erasure(1), erasure(2)]);
  appendErasures(folder, restored, [erasure(1), erasure(3)]);
  expect(readErasures(folder, ours)).toEqual([erasure(1)]);
  expect(readErasures(folder, theirs)).toEqual([erasure(1), erasure(2)]);
  expect(readErasures(folder, restored)).toEqual([erasure(1), erasure(3)]);
  expect([ours, theirs, restored].map((one) => countForeignErasures([folder], one))).toEqual([2, 1, 1]);
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
});

test('a line that a power cut left incomplete is ignored and written again', () => {
  appendErasures(folder, ours, [erasure(1)]);
  appendFileSync(file, JSON.stringify({ ...erasure(2), installation: ours.id }).slice(0, 30));
  expect(readErasures(folder, ours)).toEqual([erasure(1)]);
  appendErasures(folder, ours, [erasure(2)]);
  expect(readErasures(folder, ours)).toEqual([erasure(1), erasure(2)]);
});

test.each(['not json', '{"kind":"application"}', JSON.stringify(erasure(2)), '[]', ''])(
  'reports a damaged line %j with its number',
  (line) => {
    writeFileSync(file, `${JSON.stringify({ ...erasure(1), installation: ours.id })}\n${line}\n`);
    expect(() => readErasures(folder, ours)).toThrow(
      /^\/.+\/erasures\.jsonl is damaged in line 2: take the file from another copy\.$/,
    );
    expect(() => appendErasures(folder, ours, [erasure(2)])).toThrow('is damaged');
    expect(readFileSync(file, 'utf8')).toContain(line);
  },
);

test.each([
  ['a list that the group may write', () => chmodSync(file, 0o660)],
  ['a list that all may write', () => chmodSync(file, 0o602)],
  ['a list in a folder that the group may write', () => chmodSync(folder, 0o770)],
  ['a list in a folder that all may write', () => chmodSync(folder, 0o777)],
  [
    'a list that is a link',
    () => {
      renameSync(file, `${file}.other`);
      symlinkSync(`${file}.other`, file);
    },
  ],
])('refuses %s, and adds nothing to it', (_what, share) => {
  appendErasures(folder, ours, [erasure(1)]);
  share();
  const before = readFileSync(file, 'utf8');
  expect(() => readErasures(folder, ours)).toThrow(/ can be changed by other users, .+chmod go-w\)\.$/);
  expect(() => appendErasures(folder, ours, [erasure(2)])).toThrow(/ can be changed by other users/);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

const isRoot = process.getuid?.() === 0;
test.for([
  ['list', () => file],
  ['folder', () => folder],
] as const)('refuses a %s of another user', needs(isRoot, 'no root here'), ([, path]) => {
  appendErasures(folder, ours, [erasure(1)]);
  chownSync(path(), 65_534, 65_534);
  expect(() => readErasures(folder, ours)).toThrow(/ can be changed by other users/);
});

test('takes a list from a sticky folder, in which others cannot replace it, and through a link to a folder', () => {
  appendErasures(folder, ours, [erasure(1)]);
  chmodSync(folder, 0o1777);
  expect(readErasures(folder, ours)).toEqual([erasure(1)]);
  const link = join(newFolder(), 'link');
  symlinkSync(folder, link);
  expect(readErasures(link, ours)).toEqual([erasure(1)]);
});

test('erases a long list in parts and reports how far it is', async () => {
  const list = Array.from({ length: 2_500 }, () => erasure(1));
  const [parts, steps]: [number[], string[]] = [[], []];
  const ask = async (text: string, [part]: unknown[] = []) => {
    if (part) parts.push((JSON.parse(part as string) as unknown[]).length);
    return { rows: [{ can: true, erased: 1 }] };
  };
  expect(await applyErasures(ask, list, (step) => steps.push(step))).toBe(3);
  expect(parts).toEqual([1_000, 1_000, 500]);
  expect(steps.at(-1)).toBe('erasing again, 2000 of 2500 done');
});

test('erases what the database itself lists, also with an empty list', async () => {
  let calls = 0;
  const ask = async (text: string) => {
    if (text.includes('apply_erasures($1')) calls += 1;
    return { rows: [{ can: true, erased: 0 }] };
  };
  await applyErasures(ask, []);
  expect(calls).toBe(1);
});
