import { afterAll } from 'vitest';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, startServer } from '../harness/servers/server.ts';
import { startPostgres } from '../harness/databases/postgres.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting();

let folder: string;

test.beforeAll(async ({ server }) => {
  folder = mkdtempSync(join(tmpdir(), 'solostead-full-'));
  // So much that a table is still on its way from the database when the disk is full.
  await server.sql(
    `insert into auth.audit_log_entries (id, payload)
     select gen_random_uuid(), to_json(md5(random()::text)) from generate_series(1, 50000)`,
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

test.for([['is full', false] as const, ['fills up meanwhile', true] as const])(
  'a backup on a disk that %s prints one sentence and leaves no file',
  async ([, isLeftRoom], { server, skip }) => {
    const disk = mkdtempSync(join(folder, 'disk-'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80k', 'tmpfs', disk]).status !== 0) {
      skip('only root may mount a disk');
    }
    try {
      fill(disk, isLeftRoom);
      const sentence = `There is no room left on the disk of ${disk}/x.backup: make some, then try again.\n`;
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

test("a server is not ready while its database's disk is full, and ready again afterwards", async ({
  skip,
}) => {
  const disk = mkdtempSync(join(folder, 'database-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk]).status !== 0) {
    skip('only root may mount a disk');
  }
  const postgres = await startPostgres();
  const data = join(postgres.home, 'data');
  let copy: TestServer | null = null;
  try {
    // PostgreSQL's own user must reach it.
    for (const path of [folder, disk]) chmodSync(path, 0o755);
    await postgres.copyTo(join(disk, 'data'));
    rmSync(data, { recursive: true });
    symlinkSync(join(disk, 'data'), data);
    await postgres.start();
    copy = await startServer({ env: { DATABASE_URL: postgres.url() } });
    const ready = async () => (await fetch(`${copy!.url}/health/ready`)).status;
    await expect.poll(ready).toBe(200);
    fill(disk, false);
    await expect.poll(ready).toBe(503);
    rmSync(join(disk, 'filler'));
    await expect.poll(ready).toBe(200);
  } finally {
    await copy?.stop();
    await postgres.stop();
    spawnSync('umount', ['-l', disk]);
  }
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
