import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../harness/servers/run-command.ts';
import { startServer, type TestServer } from '../harness/servers/server.ts';

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'solostead-full-'));
  server = await startServer();
  // So much that a table is still on its way from the database when the disk is full.
  await server.sql(
    `insert into auth.audit_log_entries (id, payload)
     select gen_random_uuid(), to_json(md5(random()::text)) from generate_series(1, 50000)`,
  );
}, 300_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Fills a disk so far that pages of it are free, or none. */
function fill(disk: string, isLeftRoom: boolean): void {
  const filler = join(disk, 'filler');
  for (const size of [16_384, 4_096, 1]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // It is full for pieces of this size.
    }
  }
  if (isLeftRoom) truncateSync(filler, 16_384);
}

test.for([['is full', false] as const, ['fills up meanwhile', true] as const])(
  'a backup on a disk that %s says one sentence and leaves nothing there',
  async ([, isLeftRoom], { skip }) => {
    const disk = mkdtempSync(join(folder, 'disk-'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80k', 'tmpfs', disk]).status !== 0) {
      skip('only root may mount a disk');
    }
    try {
      fill(disk, isLeftRoom);
      const sentence = `There is no room left on the disk of ${disk}/x.backup.part: make some, then try again.\n`;
      await expect(runCommand(server.env, 'backup', join(disk, 'x.backup'))).rejects.toMatchObject({
        code: 1,
        stderr: sentence,
      });
      expect(readdirSync(disk)).toEqual(['filler']);
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  },
);
