import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { removeCapturedMails } from './captured-mails.ts';

const now = new Date('2026-06-30T12:00:00Z');
const UNRELATED = '11111111-1111-4111-8111-111111111111';
const ERASED = '22222222-2222-4222-8222-222222222222';

/** Runs the removal on a folder with these mails, in a database that has only the kept row, and lists the rest. */
async function rest(mails: Readonly<Record<string, { row?: string; days?: number }>>): Promise<string[]> {
  const folder = newFolder();
  for (const [name, { row, days = 0 }] of Object.entries(mails)) {
    const path = join(folder, name);
    writeFileSync(path, `${row ? `X-Mail-Row: ${row}\r\n` : ''}From: a@example.org\r\n\r\nText.\r\n`);
    const written = new Date(now.getTime() - days * 24 * 3_600_000);
    utimesSync(path, written, written);
  }
  const query = async (_text: string, [ids]: readonly unknown[]) => ({
    rows: (ids as string[]).filter((id) => id !== UNRELATED).map((id) => ({ id })),
  });
  await removeCapturedMails(query as unknown as Parameters<typeof removeCapturedMails>[0], folder, now);
  return readdirSync(folder).sort();
}

test('removes a mail whose row is gone, and keeps those with a row or without one', async () => {
  expect(await rest({ erased: { row: ERASED }, kept: { row: UNRELATED }, account: {} })).toEqual([
    'account',
    'kept',
  ]);
});

test('removes every mail after 30 days', async () => {
  expect(
    await rest({ old: { row: UNRELATED, days: 31 }, account: { days: 31 }, young: { days: 29 } }),
  ).toEqual(['young']);
});

test('ignores a folder that does not exist', async () => {
  const query = async () => ({ rows: [] });
  const missing = join(newFolder(), 'none');
  await removeCapturedMails(query as unknown as Parameters<typeof removeCapturedMails>[0], missing, now);
});
