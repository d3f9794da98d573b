import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { startTime } from './alive.mjs';
import { holderOf, tryLock } from './lock-file.mjs';

const folder = newFolder(afterAll);

/** Takes the lock, notes that it is inside alone, and dies holding it, so that all the others see a dead holder at once. */
const CONTENDER = `
  import { openSync, closeSync, rmSync, appendFileSync } from 'node:fs';
  const [, module, lock, inside, log] = process.argv;
  const { tryLock } = await import(module);
  const turn = () => {
    if (!('release' in tryLock(lock, 'test'))) return setImmediate(turn);
    try { closeSync(openSync(inside, 'wx')); } catch { appendFileSync(log, 'two at once\\n'); }
    const until = process.hrtime.bigint() + 2_000_000n;
    while (process.hrtime.bigint() < until);
    rmSync(inside, { force: true });
    appendFileSync(log, 'held\\n');
    process.kill(process.pid, 'SIGKILL');
  };
  turn();`;

describe('a lock file', () => {
  test('has one holder at a time, even if each holder dies and all others take over at once', async () => {
    const [lock, inside, log] = ['lock', 'inside', 'log'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const module = join(import.meta.dirname, 'lock-file.mjs');
    const children = Array.from({ length: 24 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', CONTENDER, module, lock, inside, log], {
        stdio: 'inherit',
      }),
    );
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(readFileSync(log, 'utf8')).toBe('held\n'.repeat(children.length));
    expect(readdirSync(folder).sort()).toEqual(['lock', 'log']);
  });

  test('is released only by its holder', () => {
    const path = join(folder, 'own');
    const mine = tryLock(path, 'server');
    expect(holderOf(path)).toEqual({
      pid: process.pid,
      startTime: startTime(process.pid),
      purpose: 'server',
    });
    expect(tryLock(path, 'backup')).toEqual({ heldBy: holderOf(path) });
    const others = JSON.stringify({
      pid: process.ppid,
      startTime: startTime(process.ppid),
      purpose: 'server',
    });
    writeFileSync(path, others);
    if ('release' in mine) mine.release();
    expect(readFileSync(path, 'utf8')).toBe(others);
  });

  test.each<[string, string]>([
    ['whose holder is dead', JSON.stringify({ pid: deadPid(), startTime: '1', purpose: 'server' })],
    [
      'whose id has passed to another process',
      JSON.stringify({ pid: process.pid, startTime: '1', purpose: 'x' }),
    ],
    ['that cannot be read', '\0\0\0'],
    ['that is empty', ''],
  ])('%s is taken over', (title, content) => {
    const path = join(folder, title.replaceAll(' ', '-'));
    writeFileSync(path, content);
    expect(holderOf(path)).toBeNull();
    expect(tryLock(path, 'server')).toEqual({ heldBy: null });
    expect(tryLock(path, 'server')).toHaveProperty('release');
    expect(readdirSync(folder).filter((name) => name.startsWith(title.replaceAll(' ', '-')))).toHaveLength(1);
  });

  test.runIf(process.platform === 'linux')(
    'is taken over from a killed process that its parent ignores',
    async () => {
      const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void shell.kill());
      const pid = Number(await once(shell.stdout, 'data'));
      await expect.poll(() => readFileSync(`/proc/${shell.pid}/cmdline`, 'utf8')).toMatch(/^sleep/);
      const path = join(folder, 'zombie');
      writeFileSync(path, JSON.stringify({ pid, startTime: startTime(pid), purpose: 'server' }));
      expect(holderOf(path)).toMatchObject({ pid });
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => holderOf(path)).toBeNull();
      expect(existsSync(`/proc/${pid}`)).toBe(true);
    },
  );

  test('is taken over even if another process died while taking it over', () => {
    const path = join(folder, 'twice-dead');
    const dead = JSON.stringify({ pid: deadPid(), startTime: '1', purpose: 'server' });
    writeFileSync(path, dead);
    const right = `${path}.dead`;
    writeFileSync(right, dead);
    while (!('release' in tryLock(path, 'server')));
    expect(existsSync(right)).toBe(false);
  });
});

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}
