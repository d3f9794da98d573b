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

it('keeps no change older than five minutes when another is made, but its button still works', () => {
  const stack = new UndoStack();
  const undone: string[] = [];
  const byButton = stack.offer(() => void undone.push('first'), 0);
  stack.offer(() => void undone.push('second'), 5 * 60_000 + 1);
  expect(stack.undoLast(0)).not.toBeNull();
  expect(stack.undoLast(0)).toBeNull();
  void byButton();
  expect(undone).toEqual(['second', 'first']);
});

it('takes a change back once, also when its button is pressed before the answer to the key', async () => {
  const stack = new UndoStack();
  const undone: string[] = [];
  const byButton = stack.offer(async () => void undone.push('moved'), 1);
  const byKey = stack.undoLast(2)?.done;
  await Promise.all([byKey, byButton()]);
  await byButton();
  expect(undone).toEqual(['moved']);
});

it('takes back the latest change by the time it was chosen, then the one before, each once', async () => {
  const stack = new UndoStack();
  const undone: string[] = [];
  const byButton = stack.offer(() => void undone.push('first'), 1);
  stack.offer(() => void undone.push('third'), 3);
  stack.offer(() => void undone.push('second'), 2);
  await stack.undoLast(4)?.done;
  await byButton();
  await stack.undoLast(4)?.done;
  expect([undone, stack.undoLast(4)]).toEqual([['third', 'first', 'second'], null]);
});
