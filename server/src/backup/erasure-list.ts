import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../configuration/make-folder.ts';
import { UserError } from '../user-error.ts';

/** One line of the list with what was erased, when and why, and nothing about the person. */
export const erasure = z.object({
  kind: z.string(),
  id: z.guid(),
  at: z.string(),
  reason: z.string().optional(),
});

export type Erasure = z.output<typeof erasure>;

/** The file is next to the backups and in DATA_DIR, so that an older copy learns of the erasure. */
const ERASURES_FILE = 'erasures.jsonl';

const keyOf = ({ kind, id }: Erasure): string => `${kind} ${id}`;

/**
 * Reads the erasures listed in a directory, none without a list. A last line without its end was being written when
 * the machine stopped, and is ignored.
 * @throws UserError naming the file and the line that is damaged
 */
export function readErasures(directory: string): Erasure[] {
  const path = join(directory, ERASURES_FILE);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => {
    const parsed = erasure.safeParse(jsonOf(line));
    if (parsed.success) return parsed.data;
    throw new UserError(`${path} is damaged in line ${index + 1}: take the file from another copy.`);
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Merges the lists of several directories. */
export function readErasuresIn(directories: readonly string[]): Erasure[] {
  const listed = directories.flatMap(readErasures);
  return [...new Map(listed.map((one) => [keyOf(one), one])).values()];
}

/** Returns the erasures in `list` that are not in `known`. */
export function missingFrom(known: readonly Erasure[], list: readonly Erasure[]): Erasure[] {
  const keys = new Set(known.map(keyOf));
  return list.filter((one) => !keys.has(keyOf(one)));
}

/** Adds missing entries to a directory's list (mode 600) and flushes it to the disk. */
export function appendErasures(directory: string, list: readonly Erasure[]): void {
  const missing = missingFrom(readErasures(directory), list);
  if (missing.length === 0) return;
  makeFolder(directory);
  const path = join(directory, ERASURES_FILE);
  dropUnfinishedLine(path);
  const file = openSync(path, 'a', 0o600);
  try {
    writeSync(file, missing.map((one) => `${JSON.stringify(one)}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function dropUnfinishedLine(path: string): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(path, end);
}
