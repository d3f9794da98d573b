import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { FairQueue, type QueueRefusal } from './fair-queue.ts';

type Bounds = ConstructorParameters<typeof FairQueue>[0];

const roomy = { running: 10, waiting: 10 };

/** Runs tasks of owners written as `a` or `a2` (network a, its caller 2). Records started and refused ones. */
function table(bounds: Bounds) {
  const queue = new FairQueue(bounds);
  const log: string[] = [];
  const running: { name: string; end: () => void }[] = [];
  return {
    log,
    add: async (...names: string[]) => {
      for (const name of names) {
        const task = () =>
          new Promise<void>((end) => {
            log.push(name);
            running.push({ name, end });
          });
        queue.run({ network: name[0]!, caller: name }, task).catch((error: QueueRefusal) => {
          log.push(`${name}: ${error.reason}`);
        });
      }
      await nextTurn();
    },
    end: async (...names: string[]) => {
      for (const name of names) {
        const place = running.findIndex((task) => task.name === name);
        running.splice(place, 1)[0]!.end();
        await nextTurn();
      }
    },
  };
}

test('serves networks round-robin', async () => {
  const { add, end, log } = table({ running: 1, waiting: 10, perNetwork: roomy });
  await add('a', 'a', 'a', 'b', 'c', 'b');
  await end('a', 'b', 'c', 'a', 'b');
  expect(log).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

test('serves a newcomer next, before a network that has just had a turn', async () => {
  const { add, end, log } = table({ running: 1, waiting: 100, perNetwork: { running: 1, waiting: 50 } });
  await add(...Array.from({ length: 130 }, (_, index) => `a${index % 5}`));
  await add('b');
  await end('a0');
  expect(log.filter((entry) => !entry.includes(':'))).toEqual(['a0', 'b']);
  expect(log.filter((entry) => entry.endsWith(': share'))).toHaveLength(79);
});

test('serves the callers of one network round-robin, and pushes out the newest of the busiest', async () => {
  const { add, end, log } = table({ running: 1, waiting: 10, perNetwork: { running: 1, waiting: 3 } });
  await add('a1', 'a1', 'a1', 'a1', 'a2', 'a3');
  await add('a4');
  expect(log).toEqual(['a1', 'a1: share', 'a1: share', 'a4: share']);
  await end('a1', 'a1', 'a2');
  expect(log.slice(4)).toEqual(['a1', 'a2', 'a3']);
});

test('leaves room for others once a network has used its share', async () => {
  const { add, end, log } = table({ running: 3, waiting: 10, perNetwork: { running: 2, waiting: 10 } });
  await add('a', 'a', 'a', 'b');
  expect(log).toEqual(['a', 'a', 'b']);
  await end('b');
  expect(log).toEqual(['a', 'a', 'b']);
  await end('a');
  expect(log).toEqual(['a', 'a', 'b', 'a']);
});

test('pushes out the newest of the network with most when the queue is full', async () => {
  const { add, end, log } = table({ running: 1, waiting: 3, perNetwork: roomy });
  await add('a', 'a', 'a', 'a', 'b');
  expect(log).toEqual(['a', 'a: share']);
  await end('a', 'b');
  expect(log).toEqual(['a', 'a: share', 'b', 'a']);
});

test('refuses a newcomer when the queue is full and no network has more in it', async () => {
  const { add, log } = table({ running: 1, waiting: 2, perNetwork: roomy });
  await add('a', 'b', 'c', 'd');
  expect(log).toEqual(['a', 'd: full']);
});

test('continues after a failed task', async () => {
  const queue = new FairQueue({ running: 1, waiting: 1, perNetwork: roomy });
  const owner = { network: 'a', caller: 'a' };
  const failing = queue.run(owner, () => Promise.reject(new Error('broken')));
  const next = queue.run(owner, async () => 'ran');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('ran');
});

test('pauses a flood after each task so that others run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { add, end, log } = table({ running: 1, waiting: 100, perNetwork: roomy, restFrom: 2 });
  await add('a', 'a', 'a', 'a', 'b');
  vi.advanceTimersByTime(70);
  await end('a', 'b');
  expect(log).toEqual(['a', 'b']);
  vi.advanceTimersByTime(69);
  expect(log).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  await nextTurn();
  expect(log).toEqual(['a', 'b', 'a']);
  await add('c', 'd', 'e');
  vi.advanceTimersByTime(50);
  await end('a');
  expect(log).toEqual(['a', 'b', 'a']);
  vi.advanceTimersByTime(50);
  await nextTurn();
  expect(log).toEqual(['a', 'b', 'a', 'c']);
});

test('adds up pauses that are shorter than a millisecond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const { add, end, log } = table({ running: 1, waiting: 100, perNetwork: roomy, restFrom: 1 });
  await add('a', 'a', 'a', 'a');
  for (let count = 0; count < 2; count += 1) {
    vi.advanceTimersByTime(0.5);
    await end('a');
  }
  expect(log).toEqual(['a', 'a']);
  vi.advanceTimersByTime(1);
  await nextTurn();
  expect(log).toEqual(['a', 'a', 'a']);
});
