import { expect, test } from 'vitest';
import { KeyedQueue, QueueFull } from './keyed-queue.ts';

test('runs the work of one key in its order, one at a time, and another key beside it', async () => {
  const queue = new KeyedQueue(10);
  const log: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = queue.run('a', async () => {
    log.push('a1 begins');
    await held;
    log.push('a1 ends');
  });
  const second = queue.run('a', async () => log.push('a2'));
  await queue.run('b', async () => log.push('b'));
  release();
  await Promise.all([first, second]);
  expect(log).toEqual(['a1 begins', 'b', 'a1 ends', 'a2']);
});

test('refuses what would wait behind too many, and goes on after work that fails', async () => {
  const queue = new KeyedQueue(1);
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const waiting = queue.run('a', async () => 'waited');
  await expect(queue.run('a', async () => 'never')).rejects.toThrow(QueueFull);
  await expect(failing).rejects.toThrow('broken');
  expect(await waiting).toBe('waited');
  expect(await queue.run('a', async () => 'later')).toBe('later');
});
