import { rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IS_READ_ONLY } from '../database/connections/connect.ts';
import type { Database } from '../database/database.ts';

/** Null: the server is ready; else why it is not, in a sentence without facts about the machine. */
export type Verdict = string | null;

type WritableDatabase = Pick<Database, 'query' | 'pipeline'>;

/** How long a finding holds: a question costs no more than this often. Bad news is looked into again sooner. */
const GOOD_FOR_MS = 10_000;
const BAD_FOR_MS = 1_000;

/** How long finding out may take. */
const TIMEOUT_MS = 3_000;

/** What PostgreSQL takes at once when it grows: a segment of its log. */
const NEEDED_BYTES = 16 * 2 ** 20;

/** Writes a record to the log and a temporary file of some 250 kB, so that a full disk is noticed; keeps nothing. */
const WRITE_PROBE = `
  select pg_catalog.pg_logical_emit_message(true, 'solostead', 'ready'), count(*) from pg_catalog.generate_series(1, 20000)`;

/** PostgreSQL's code of a disk that is full. */
const DISK_FULL = '53100';

const NO_WRITES = 'the database takes no writes';
const UNREACHABLE = 'the database cannot be reached';

/**
 * Finds out whether the database takes writes and, where its data is on this machine (`dataPath`), whether that disk
 * has room. Answers within three seconds; questions in between get the last answer.
 */
export function readiness(database: WritableDatabase, dataPath: string | null): () => Promise<Verdict> {
  let last: { readonly verdict: Promise<Verdict>; until: number } | null = null;
  const ask = (): Promise<Verdict> => {
    const asked = { verdict: findOut(database, dataPath), until: Infinity };
    void asked.verdict.then((verdict) => {
      asked.until = Date.now() + (verdict === null ? GOOD_FOR_MS : BAD_FOR_MS);
    });
    last = asked;
    return asked.verdict;
  };
  return () => (last && Date.now() < last.until ? last.verdict : ask());
}

async function findOut(database: WritableDatabase, dataPath: string | null): Promise<Verdict> {
  // A full disk is named before what it does to the database.
  const looks = [...(dataPath ? [lookAtDisk(dirname(dataPath))] : []), lookAtDatabase(database)];
  const found = Promise.all(looks).then((verdicts) => verdicts.find((verdict) => verdict !== null) ?? null);
  return Promise.race([found, pause(TIMEOUT_MS, UNREACHABLE, { ref: false })]);
}

async function lookAtDatabase(database: WritableDatabase): Promise<Verdict> {
  try {
    const { rows } = await database.query<{ isReadOnly: boolean }>(
      `select (${IS_READ_ONLY}) as "isReadOnly"`,
    );
    if (rows[0]!.isReadOnly) return NO_WRITES;
    await database.pipeline({ work_mem: '64kB' }, [{ text: WRITE_PROBE }]);
    return null;
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    return DISK_FULL === (code ?? cause?.code) ? NO_WRITES : UNREACHABLE;
  }
}

/** A disk may have bytes and still take none (a quota, a remount): so a little is written as well. */
async function lookAtDisk(directory: string): Promise<Verdict> {
  const probe = join(directory, `.room-${process.pid}`);
  try {
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize < NEEDED_BYTES) return NO_ROOM;
    await writeFile(probe, Buffer.alloc(65_536), { mode: 0o600, flush: true });
    return null;
  } catch {
    return NO_ROOM;
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

const NO_ROOM = 'the disk has no room';
