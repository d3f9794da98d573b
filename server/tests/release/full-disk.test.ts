import { afterAll } from 'vitest';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putMigratedData, runCommand, startServer } from '@solostead/server-testkit/servers/server';
import { postJson } from '@solostead/server-testkit/network/post-json';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { expect, testStarting } from '@solostead/server-testkit/fixtures';

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

test('a full disk loses no acknowledged row, and work continues once there is room', async ({ skip }) => {
  const disk = mkdtempSync(join(folder, 'database-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=150m,mode=755', 'tmpfs', disk]).status !== 0)
    skip('only root may mount a disk');
  // PostgreSQL's own user must reach it.
  chmodSync(folder, 0o755);
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  await putMigratedData(dataDir);
  const server = await startServer({ dataDir });
  try {
    const { password } = await server.addUser(EMAIL);
    const acknowledged: string[] = [];
    const submit = async () => {
      const note = numberedNote(crypto.randomUUID());
      const answer = await submitNote(server, note);
      if (answer.status === 201) acknowledged.push(note.email);
      return { status: answer.status, text: await answer.text() };
    };
    for (let number = 0; number < 50; number += 1) await submit();
    fill(disk, false);
    const answers: Awaited<ReturnType<typeof submit>>[] = [];
    const refused = () => answers.filter(({ status }) => status !== 201);
    // Until the space that PostgreSQL has set aside for itself is used up as well.
    while (answers.length < 8_000 && refused().length < 20)
      answers.push(...(await Promise.all(Array.from({ length: 8 }, submit))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
    expect(refused().filter(({ text }) => /file|base\/|extend|space|disk/i.test(text))).toEqual([]);
    const signedIn = await postJson(server, '/auth/v1/token?grant_type=password', {
      email: EMAIL,
      password,
    });
    expect(signedIn.status).toBe(503);
    const ready = async () => (await fetch(`${server.url}/health/ready`)).json();
    await expect.poll(ready).toEqual({ status: 'the disk has no room' });
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    rmSync(join(disk, 'filler'));
    await expect.poll(async () => (await submit()).status).toBe(201);
    await expect.poll(ready).toEqual({ status: 'ready' });
    const stored = await server.column('select email from public.notes');
    expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([]);
  } finally {
    await server.stop();
    spawnSync('umount', ['-l', disk]);
  }
});

const EMAIL = 'a@sample.example';

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
