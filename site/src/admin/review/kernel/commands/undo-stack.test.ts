import { expect, it } from 'vitest';
import { UndoStack } from './undo-stack.ts';

it('waits for a pending change, and takes back the one that was chosen last', async () => {
  const stack = new UndoStack();
  const undone: string[] = [];
  stack.offer(() => void undone.push('earlier'), 1);
  const { promise: made, resolve: make } = Promise.withResolvers<void>();
  stack.during(made.then(() => void stack.offer(() => void undone.push('assigned'), 2, 'ada')));
  stack.during(Promise.reject(new Error('refused')));
  const settled = stack.settled().then(() => stack.undoLast(3));
  make();
  expect(await settled).toMatchObject({ about: 'ada' });
  expect(undone).toEqual(['assigned']);
});

it('takes back nothing older than five minutes', () => {
  const stack = new UndoStack();
  stack.offer(() => {}, 0);
  expect(stack.undoLast(5 * 60_000 + 1)).toBeNull();
  stack.offer(() => {}, 0);
  expect(stack.undoLast(5 * 60_000)).not.toBeNull();
});

it('orders changes by the time they were chosen, not by their answers', () => {
  const stack = new UndoStack();
  const undone: string[] = [];
  stack.offer(() => void undone.push('later'), 2);
  stack.offer(() => void undone.push('earlier'), 1);
  stack.undoLast(3);
  stack.undoLast(3);
  expect(undone).toEqual(['later', 'earlier']);
});
