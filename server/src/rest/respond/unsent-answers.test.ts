import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { UnsentAnswers } from './unsent-answers.ts';

const LARGE = 1024 * 1024;

/** A response that its client has not taken. */
function response() {
  const made = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: () => {
      made.destroyed = true;
      made.emit('close');
    },
  });
  return made as unknown as ServerResponse;
}

it('makes a caller with too many unsent bytes wait until a client takes an answer', async () => {
  const unsent = new UnsentAnswers({ bytes: 100 * LARGE, bytesOfOne: 2 * LARGE });
  const [first, second] = [response(), response()];
  unsent.add(first, 'greedy', LARGE);
  expect(unsent.hasRoom('greedy')).toBe(true);
  unsent.add(second, 'greedy', LARGE);
  expect([unsent.hasRoom('greedy'), unsent.hasRoom('other')]).toEqual([false, true]);
  const waited = unsent.room('greedy');
  first.emit('close');
  await waited;
  expect(unsent.hasRoom('greedy')).toBe(true);
});

it('closes the oldest connection of the caller with most when all answers together are too many', () => {
  const unsent = new UnsentAnswers({ bytes: 3 * LARGE, bytesOfOne: 10 * LARGE });
  const [older, newer, modest, last] = [response(), response(), response(), response()];
  unsent.add(modest, 'modest', LARGE);
  unsent.add(older, 'greedy', LARGE);
  unsent.add(newer, 'greedy', LARGE);
  unsent.add(last, 'modest', LARGE / 2);
  expect([older, newer, modest, last].map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
});

it('does not count small answers', () => {
  const unsent = new UnsentAnswers({ bytes: LARGE, bytesOfOne: 1 });
  unsent.add(response(), 'caller', 1024);
  expect(unsent.hasRoom('caller')).toBe(true);
});
