import * as fs from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Progress } from '../process/with-progress.ts';
import { makeFolder } from '../configuration/make-folder.ts';
import { jsonOrNull } from '../configuration/json-or-null.ts';
import { type Ask, idsOf, type Lineage } from './installation.ts';
import { UserError } from '../configuration/user-error.ts';

/** States what was erased, when and why, and nothing about the person. */
const erasure = z.object({ kind: z.string(), id: z.guid(), at: z.string(), reason: z.string().optional() });

export type Erasure = z.output<typeof erasure>;

/** A line names the installation that erased, because several may share a folder. */
const line = erasure.extend({ installation: z.guid() });

/** The file is next to the backups and in DATA_DIR, so that an older copy learns of the erasure. */
const ERASURES_FILE = 'erasures.jsonl';

const keyOf = ({ kind, id }: Erasure): string => `${kind} ${id}`;

/**
 * Reads the erasures that installations of `lineage` have listed in a directory, none without a list. A last line without its end was being written when
 * the machine stopped, and is ignored.
 * @throws UserError naming the file and the line that is damaged, or others who may have written it
 */
export function readErasures(directory: string, lineage: Lineage): Erasure[] {
  const ids = new Set(idsOf(lineage));
  return readLines(directory).flatMap(({ installation, ...one }) => (ids.has(installation) ? [one] : []));
}

/** Returns the number of erasures by other installations, such as one that was restored from the same backup. */
export function countForeignErasures(directories: readonly string[], lineage: Lineage): number {
  const known = new Set(readErasuresIn(directories, lineage).map(keyOf));
  const listed = directories.flatMap(readLines).map(keyOf);
  return new Set(listed.filter((key) => !known.has(key))).size;
}

function readLines(directory: string): z.output<typeof line>[] {
  const path = join(directory, ERASURES_FILE);
  if (!fs.lstatSync(path, { throwIfNoEntry: false })) return [];
  refuseForeign(directory);
  const lines = fs.readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((text, index) => {
    const parsed = line.safeParse(jsonOrNull(text));
    if (parsed.success) return parsed.data;
    throw new UserError(`${path} is damaged in line ${index + 1}: take the file from another copy.`);
  });
}

/**
 * Refuses a list that other users could have written or replaced, because each person in it is erased.
 * @throws UserError
 */
export function refuseForeign(directory: string): void {
  const foreign = [directory, join(directory, ERASURES_FILE)].find(canOthersWrite);
  if (foreign === undefined) return;
  throw new UserError(
    `${foreign} can be changed by other users, and a restore erases everyone in ${ERASURES_FILE}: give it to this user and take the right to write from all others (chown, chmod go-w).`,
  );
}

/** Returns false for what is not there. The sticky bit keeps others from replacing a file in a folder. */
function canOthersWrite(path: string): boolean {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!found || !process.getuid) return false;
  if (found.isSymbolicLink())
    return !path.endsWith(ERASURES_FILE) ? canOthersWrite(fs.realpathSync(path)) : true;
  const isOurs = found.uid === process.getuid() || found.uid === 0;
  const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
  return !isOurs || ((found.mode & 0o022) !== 0 && !isSticky);
}

/** Merges the lists of several directories. */
export function readErasuresIn(directories: readonly string[], lineage: Lineage): Erasure[] {
  const listed = directories.flatMap((directory) => readErasures(directory, lineage));
  return [...new Map(listed.map((one) => [keyOf(one), one])).values()];
}

/** Returns the erasures in `list` that are not in `known`. */
export function missingFrom(known: readonly Erasure[], list: readonly Erasure[]): Erasure[] {
  const keys = new Set(known.map(keyOf));
  return list.filter((one) => !keys.has(keyOf(one)));
}

/** Adds missing entries to a directory's list (mode 600), as erased by this installation, and flushes it to the disk. */
export function appendErasures(directory: string, lineage: Lineage, list: readonly Erasure[]): void {
  if (list.length === 0) return;
  const missing = missingFrom(readErasures(directory, lineage), list);
  if (missing.length === 0) return;
  makeFolder(directory);
  const path = join(directory, ERASURES_FILE);
  dropUnfinishedLine(path);
  const file = fs.openSync(path, 'a', 0o600);
  try {
    fs.writeFileSync(
      file,
      missing.map((one) => `${JSON.stringify({ ...one, installation: lineage.id })}\n`).join(''),
    );
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

function dropUnfinishedLine(path: string): void {
  if (!fs.existsSync(path)) return;
  const bytes = fs.readFileSync(path);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) fs.truncateSync(path, end);
}

/**
 * Returns true if the project can erase personal data. Its database then has `private.list_erasures(since)`, which
 * returns erasures as JSON, and `private.apply_erasures(list)`, which erases what a list names and counts it.
 */
async function canErase(ask: Ask): Promise<boolean> {
  const { rows } = await ask(
    `select to_regprocedure('private.list_erasures(timestamptz)') is not null
        and to_regprocedure('private.apply_erasures(jsonb)') is not null as can`,
  );
  return (rows[0] as { can: boolean }).can;
}

const listed = z.object({ list: z.array(erasure) });

/** Returns the database's erasures since a time of the database's clock, or all. A project without erasures has none. */
export async function listErasures(ask: Ask, since = '-infinity'): Promise<Erasure[]> {
  if (!(await canErase(ask))) return [];
  const { rows } = await ask('select private.list_erasures($1::timestamptz) as list', [since]);
  return listed.parse(rows[0]).list;
}

/** The number of erasures after which progress is reported. One takes about 5 ms. */
const AT_ONCE = 1_000;

/** Erases what `list` and the database's own list name, where the project can. Returns how many rows existed. */
export async function applyErasures(
  ask: Ask,
  list: readonly Erasure[],
  progress: Progress = () => {},
): Promise<number> {
  if (!(await canErase(ask))) return 0;
  let erased = 0;
  for (let done = 0; done === 0 || done < list.length; done += AT_ONCE) {
    const part = list.slice(done, done + AT_ONCE);
    if (list.length > AT_ONCE) progress(`erasing again, ${done} of ${list.length} done`);
    const { rows } = await ask('select private.apply_erasures($1::jsonb)::integer as erased', [
      JSON.stringify(part),
    ]);
    erased += (rows[0] as { erased: number }).erased;
  }
  return erased;
}
