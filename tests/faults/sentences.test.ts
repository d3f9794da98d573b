import { afterAll } from 'vitest';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { refusedStart, runCommand, serverEnvironment } from '../harness/servers/server.ts';
import { describe, expect, testStarting } from '../harness/fixtures.ts';

const test = testStarting();

const folder = newDataFolder(afterAll);

describe('a command next to a running server', () => {
  test.for<[string, string[], RegExp]>([
    ['admin', ['remove-factors', 'a@b.example'], /^a@b\.example is not an admin\.\n$/],
    ['sso', ['remove', 'x'], /^There is no identity provider x\.\n$/],
    [
      'move',
      ['postgres://a@127.0.0.1:1/c'],
      /^The project's database cannot be reached \(.+ECONNREFUSED.+\.\n$/,
    ],
  ])('%s %s prints one sentence', async ([name, args, expected], { server }) => {
    expectSentence(await failure(server.env, name, args), expected);
  });
});

/** Node's recursive mkdir never returns where the system answers ENOENT, as /proc does. */
const UNMAKEABLE =
  /^\/proc\S* (cannot be made where it is|is on a disk that can only be read): name another place in BACKUP_DIR\.\n$/;

const settings: [string, Record<string, string>, RegExp][] = [
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    /^HOST is 192\.0\.2\.1, which is no address of this machine: .+\.\n$/,
  ],
  ['a backup directory that cannot be made', { BACKUP_DIR: '/proc/none' }, UNMAKEABLE],
];

const READ_ONLY =
  /^\/.+ (is on a disk that can only be read|cannot be made where it is): name another place in DATA_DIR\.\n$/;

describe('the server', () => {
  test.each(settings)('with %s prints one sentence', async (_title, env, expected) => {
    const dataDir = mkdtempSync(join(folder, 'fresh-'));
    expectSentence((await refusedStart({ dataDir, env })).stderr, expected);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  test('in a read-only directory prints one sentence', async ({ server, skip }) => {
    const disk = mkdtempSync(join(folder, 'read-only-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', disk]);
    if (status !== 0) skip('only root may mount a disk');
    try {
      expectSentence((await refusedStart({ dataDir: disk })).stderr, READ_ONLY);
      const env = serverEnvironment({ DATA_DIR: join(disk, 'data') });
      expectSentence(await failure(env, 'admin', ['list']), READ_ONLY);
      expectSentence(
        await failure(server.env, 'backup', [join(disk, 'x.backup')]),
        /^\/.+x\.backup is on a disk that can only be read: name another place\.\n$/,
      );
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});

/** One line, which ends like a sentence and shows nothing of our code. */
function expectSentence(stderr: string, expected: RegExp): void {
  expect(stderr).toMatch(/^[^\n]+\.\n$/);
  expect(stderr).not.toMatch(/\.ts:\d+|node:internal| {4}at /);
  expect(stderr).toMatch(expected);
}

async function failure(env: Readonly<Record<string, string>>, name: string, args: readonly string[]) {
  const answer = await runCommand(env, name, ...args).then(
    (stdout) => ({ code: 0, stderr: `it did not fail: ${stdout}` }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(answer.code, answer.stderr).toBe(1);
  return answer.stderr;
}
