import { expect, test } from 'vitest';
import { OneAtATime, QueueFull } from './one-at-a-time.ts';

test('runs the work of one key in its order, one at a time, and another key beside it', async () => {
  const turns = new OneAtATime(10);
  const log: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = turns.run('a', async () => {
    log.push('a1 begins');
    await held;
    log.push('a1 ends');
  });
  const second = turns.run('a', async () => log.push('a2'));
  await turns.run('b', async () => log.push('b'));
  release();
  await Promise.all([first, second]);
  expect(log).toEqual(['a1 begins', 'b', 'a1 ends', 'a2']);
});

test('refuses what would wait behind too many, and goes on after work that fails', async () => {
  const turns = new OneAtATime(1);
  const failing = turns.run('a', () => Promise.reject(new Error('broken')));
  const waiting = turns.run('a', async () => 'waited');
  await expect(turns.run('a', async () => 'never')).rejects.toThrow(QueueFull);
  await expect(failing).rejects.toThrow('broken');
  expect(await waiting).toBe('waited');
  expect(await turns.run('a', async () => 'later')).toBe('later');
});
