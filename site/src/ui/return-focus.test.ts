import { beforeEach, expect, it, vi } from 'vitest';
import { returnFocus } from './return-focus.ts';

class Part extends EventTarget {
  readonly focus = vi.fn();
  contains(other: unknown) {
    return other === this;
  }
}

beforeEach(() => {
  vi.stubGlobal('HTMLElement', Part);
});

/** Moves the focus into a notice from each of these in turn, and removes it while `focused` has the focus. */
function removeAfter(before: readonly (Part | null)[], focused: 'notice' | 'page') {
  const notice = new Part();
  const remove = returnFocus(notice as unknown as HTMLElement);
  for (const relatedTarget of before)
    notice.dispatchEvent(Object.assign(new Event('focusin'), { relatedTarget }));
  vi.stubGlobal('document', { activeElement: focused === 'notice' ? notice : new Part() });
  remove();
}

it.each([
  ['returns the focus to where it was', [], 'notice', 1],
  ['returns the focus to where it was before another window was used', [null], 'notice', 1],
  ['leaves the focus where it is outside of the notice', [], 'page', 0],
] as const)('%s', (_title, later, focused, times) => {
  const field = new Part();
  removeAfter([field, ...later], focused);
  expect(field.focus).toHaveBeenCalledTimes(times);
});
