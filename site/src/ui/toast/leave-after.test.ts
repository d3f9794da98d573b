import { beforeEach, expect, it, vi } from 'vitest';
import { leaveAfter } from './leave-after.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** Shows a toast for 7 s, in a page that may be hidden. */
function show(hidden: boolean) {
  const page = Object.assign(new EventTarget(), { hidden });
  vi.stubGlobal('document', page);
  const toast = new EventTarget();
  const leave = vi.fn();
  const gone = new AbortController();
  leaveAfter(toast as HTMLElement, 7_000, leave, gone.signal);
  const turn = (isHidden: boolean) => {
    page.hidden = isHidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { toast, leave, gone, turn };
}

it('lets a toast that appears in a hidden page wait until it can be seen', () => {
  const { leave, turn } = show(true);
  vi.advanceTimersByTime(60_000);
  expect(leave).not.toHaveBeenCalled();
  turn(false);
  vi.advanceTimersByTime(6_999);
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(leave).toHaveBeenCalledOnce();
});

it('stops the clock while the page is hidden or the toast is read, and for good when it is gone', () => {
  const { toast, leave, gone, turn } = show(false);
  turn(true);
  toast.dispatchEvent(new Event('pointerleave'));
  vi.advanceTimersByTime(60_000);
  turn(false);
  toast.dispatchEvent(new Event('focusin'));
  vi.advanceTimersByTime(60_000);
  toast.dispatchEvent(new Event('focusout'));
  gone.abort();
  vi.advanceTimersByTime(60_000);
  expect(leave).not.toHaveBeenCalled();
});
