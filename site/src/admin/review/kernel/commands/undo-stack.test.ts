import { expect, it } from 'vitest';
import { UndoStack } from './undo-stack.ts';

it('names the application that was changed last', () => {
  const stack = new UndoStack();
  stack.offer(() => {}, 1);
  stack.offer(() => {}, 2, 'ada');
  expect(stack.undoLast(3)).toMatchObject({ about: 'ada' });
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
