import { afterAll } from 'vitest';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { runCommand, serverEnvironment, spawnServer } from '../harness/servers/server.ts';
import { ServerDidNotStart } from '../../server/tests/harness/servers/server-process.ts';
import { describe, expect, testStarting } from '../harness/fixtures.ts';

const test = testStarting();

let folder: string;

test.beforeAll(() => {
  folder = makeTestFolder('solostead-sentences-');
  chmodSync(folder, 0o755);
  writeFileSync(at('a-file'), 'text');
  mkdirSync(at('a-directory'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a command next to a running server', () => {
  test.for<[string, (() => string[]) | string[], RegExp]>([
    ['admin', ['remove-factors', 'a@b.example'], /^a@b\.example is not an admin\.\n$/],
    [
      'applications',
      () => ['export', '--output', at('a-directory')],
      /^\/.+a-directory is a directory: name a file\.\n$/,
    ],
    ['sso', () => ['add', '--metadata', at('a-file')], /\.\n$/],
    ['sso', ['remove', 'x'], /^There is no identity provider x\.\n$/],
    [
      'move',
      ['postgres://a:b@127.0.0.1:1/c'],
      /^The project's database cannot be reached \(.+ECONNREFUSED.+\.\n$/,
    ],
    ['move', ['postgres://a:b@127.0.0.1:1,127.0.0.1:2/c'], /^The project's .+:1: .+; .+:2: .+\.\n$/],
  ])('%s %s prints one sentence', async ([name, args, expected], { server }) => {
    expectSentence(await failure(server.env, name, typeof args === 'function' ? args() : args), expected);
  });
});

/** Node's recursive mkdir never returns where the system answers ENOENT, as /proc does. */
const UNMAKEABLE =
  /^\/proc\S* (cannot be made where it is|is on a disk that can only be read): name another place\.\n$/;

const settings: [string, (() => Record<string, string>) | Record<string, string>, RegExp][] = [
  [
    'an address of another machine',
    { HOST: '192.0.2.1' },
    /^HOST is 192\.0\.2\.1, which is no address of this machine: .+\.\n$/,
  ],
  ['a backup directory that cannot be made', { BACKUP_DIR: '/proc/none' }, UNMAKEABLE],
  [
    'a config.toml that is a directory',
    () => ({ SUPABASE_CONFIG: at('a-directory') }),
    /cannot be read: .+\.\n$/,
  ],
  [
    'a site that is a file',
    () => ({ SITE_DIST: at('a-file') }),
    /^\/.+a-file is a file or below one: name another place\.\n$/,
  ],
  [
    'a webhook of tests elsewhere',
    { WEBHOOK_TEST_ADDRESSES: 'a=10.0.0.1:1' },
    /^WEBHOOK_TEST_ADDRESSES must be .+\.\n$/,
  ],
];

const READ_ONLY =
  /^\/.+ (is on a disk that can only be read|cannot be made where it is): name another place\.\n$/;

describe('the server', () => {
  test.each(settings)('with %s prints one sentence', async (_title, given, expected) => {
    const dataDir = mkdtempSync(join(folder, 'fresh-'));
    const env = serverEnvironment({
      DATA_DIR: dataDir,
      PORT: '0',
      ...(typeof given === 'function' ? given() : given),
    });
    const answer = await spawnServer(env).then(
      ({ child }) => (child.kill('SIGTERM'), new Error('It started')),
      (error: unknown) => error,
    );
    expect(answer).toBeInstanceOf(ServerDidNotStart);
    expect((answer as ServerDidNotStart).exitCode).toBe(1);
    expectSentence((answer as ServerDidNotStart).stderr, expected);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  test('in a read-only directory prints one sentence', async ({ server, skip }) => {
    const disk = mkdtempSync(join(folder, 'read-only-'));
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', disk]);
    if (status !== 0) skip('only root may mount a disk');
    try {
      for (const DATA_DIR of [disk, join(disk, 'data')]) {
        const answer = await spawnServer(serverEnvironment({ DATA_DIR, PORT: '0' })).catch(
          (error: unknown) => error,
        );
        expectSentence((answer as ServerDidNotStart).stderr, READ_ONLY);
        expectSentence(await failure(serverEnvironment({ DATA_DIR }), 'admin', ['list']), READ_ONLY);
      }
      expectSentence(
        await failure(server.env, 'backup', [join(disk, 'x.backup')]),
        /^\/.+x\.backup is on a disk that can only be read: name another place\.\n$/,
      );
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});

const at = (name: string) => join(folder, name);

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
