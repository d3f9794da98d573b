import { useEffect, useRef, type RefObject } from 'react';

const setValue = (input: HTMLInputElement, value: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);

/** Replaces the text of a field as if it had been typed, so that its form follows. */
export function retype(input: HTMLInputElement, value: string): void {
  // React ignores an event after its own setter.
  setValue(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The field around an element that helps to fill it. */
export const fieldAround = (element: HTMLElement | null): HTMLInputElement | null =>
  element?.parentElement?.querySelector('input') ?? null;

/**
 * Calls `read` with the field around an element after each input, when the field is left, and after each rendering, which
 * may have filled it. Returns the ref of the element.
 */
export function useFieldAround<Kind extends HTMLElement>(
  read: (input: HTMLInputElement) => void,
): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    const input = fieldAround(ref.current);
    if (!input) return undefined;
    read(input);
    const follow = ({ target }: Event) => target === input && read(input);
    // The document hears of them after the form's own handlers.
    document.addEventListener('input', follow);
    document.addEventListener('focusout', follow);
    return () => {
      document.removeEventListener('input', follow);
      document.removeEventListener('focusout', follow);
    };
  });
  return ref;
}
