import { createContext, useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { showToast } from '#ui/toast/show.ts';
import { useProvided } from '#ui/use-provided.ts';
import { nameOfKey } from './key-name.ts';
import { Keyboard } from './keyboard.ts';

const TIMEOUT_MS = 10_000;

const KeyboardContext = createContext<Keyboard | null>(null);

export const useKeyboard = () => useProvided(KeyboardContext);

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** Combinations that a field handles itself, such as the undo of what was typed. */
const isOfFields = (key: string) => key === 'Mod+z';

/** Layers over the screens that handle every key themselves. */
const INERT = 'dialog:modal, [popover=auto]:popover-open';

/** Keys that repeat while held down. Of others only the first press counts. */
const repeating = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowUp']);

/**
 * Escape first leaves the field and keeps its value, the next one closes the overlay. An open suggestion list handles
 * it before.
 */
function leaveField(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || (event.target as HTMLElement).matches('[aria-activedescendant]')) return;
  event.preventDefault();
  (event.target as HTMLElement).blur();
}

/** Applies a queued key to a field, as if the field had been there when it was typed. */
function typeInto(field: HTMLElement, key: string): void {
  if (key === 'Escape') field.blur();
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key === 'Enter' && field instanceof HTMLInputElement) field.form?.requestSubmit();
  // The only way to type into a field by script that its undo knows and that every framework hears of.
  else if (key === 'Enter' || key.length === 1)
    document.execCommand('insertText', false, key === 'Enter' ? '\n' : key);
}

function makeKeyboard(shown: () => string | null): Keyboard {
  const deliver = (key: string, take: () => (() => void) | null) =>
    flushSync(() => {
      const focused = document.activeElement;
      if (isField(focused)) return typeInto(focused, key);
      const run = take();
      if (run) return run();
      // The browser's own action for a focused link or button.
      if (key === 'Enter' && focused instanceof HTMLElement && focused.matches('a, button')) focused.click();
      return undefined;
    });
  const onDropped = () =>
    showToast({
      title: 'The page did not answer in time, so the last keys were not carried out.',
      tone: 'danger',
    });
  return new Keyboard({ deliver, shown, onDropped, timeoutMs: TIMEOUT_MS, now: () => performance.now() });
}

/** Hears every key before the page does, and hands the keyboard what is not typed into a field or a dialog. */
function listen(keyboard: Keyboard): () => void {
  let lastTaken = '';
  const handleKeyDown = (event: KeyboardEvent) => {
    const { repeat, target } = event;
    const key = nameOfKey(event);
    if (key === null || document.querySelector(INERT)) return;
    const isCombination = key.startsWith('Mod+');
    if (isCombination && (!keyboard.knows(key) || (isField(target) && isOfFields(key)))) return;
    if (!isCombination && isField(target)) return leaveField(event);
    const isHeldDown = repeat && key === lastTaken && !repeating.has(key);
    // Its own time, because a busy page handles keys late.
    if (!isHeldDown && !keyboard.press(key, event.timeStamp)) return void (lastTaken = '');
    lastTaken = key;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', handleKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', handleKeyDown, { capture: true });
}

/** The review's one keyboard. `shown` answers which application is shown at this moment. */
export function KeyboardProvider({ shown, children }: { shown: () => string | null; children: ReactNode }) {
  const [keyboard] = useState(() => makeKeyboard(shown));
  useEffect(() => listen(keyboard), [keyboard]);
  return <KeyboardContext value={keyboard}>{children}</KeyboardContext>;
}
