import { useEffect, useEffectEvent } from 'react';

const SETTING = 'solostead.review.keys';

/** Single-key shortcuts can be switched off: they get in the way of speech input (WCAG 2.1.4). */
export const keysAreOn = () => localStorage.getItem(SETTING) !== 'off';
export const switchKeys = (on: boolean) => localStorage.setItem(SETTING, on ? 'on' : 'off');

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

const isElsewhere = (target: EventTarget | null) =>
  document.querySelector('dialog:modal') !== null ||
  (target instanceof HTMLElement && target.closest('[role=menu], [role=listbox]') !== null);

/** Escape leaves the field first and keeps what it holds; the next one closes what is open. */
function leaveField(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  (event.target as HTMLElement).blur();
}

/** Runs the binding of a key that is pressed while nobody types, no dialog is open and no menu has the focus. */
export function useKeys(bindings: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isElsewhere(event.target)) return;
    if (isTyping(event.target)) return leaveField(event);
    if (!keysAreOn() && event.key !== 'Escape') return;
    const run = Object.hasOwn(bindings, event.key) ? bindings[event.key] : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
