import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Query } from '@solostead/server/database';

/** The lifetime of captured mails. Those of accounts have no row that decides it. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** The first line of a captured mail that was sent for a row of private.messages. */
const ROW_LINE = /^X-Mail-Row: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\r\n/;
const LINE_BYTES = 80;

/** Removes captured mails whose row is gone, as of an erased application, and those older than 30 days at `at`. */
export async function removeCapturedMails(query: Query, outboxDir: string, at: Date): Promise<void> {
  const names = await readdir(outboxDir).catch(() => []);
  const captured = await Promise.all(names.map((name) => describe(join(outboxDir, name), at)));
  const { rows } = await query<{ id: string }>(
    `select id from unnest($1::uuid[]) as captured (id)
      where not exists (select from private.messages m where m.id = captured.id)`,
    [captured.flatMap(({ row }) => row ?? [])],
  );
  const gone = new Set(rows.map(({ id }) => id));
  for (const { path, row, days } of captured) {
    if ((row && gone.has(row)) || days > KEPT_DAYS) await rm(path, { force: true });
  }
}

/** A file that another copy has removed is ignored. */
async function describe(path: string, at: Date) {
  try {
    const { mtimeMs } = await stat(path);
    return { path, row: await rowOf(path), days: (at.getTime() - mtimeMs) / DAY_MS };
  } catch {
    return { path, row: null, days: 0 };
  }
}

/** Returns the id of the mail's row, or null for a mail of an account. */
async function rowOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES);
    return ROW_LINE.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? null;
  } finally {
    await file.close();
  }
}
