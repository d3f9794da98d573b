/**
 * A ref for an element that disappears on its own. If it has the focus then, the focus returns to where it was before, or
 * to the page's content.
 */
export function returnFocus(element: HTMLElement | null) {
  if (!element) return undefined;
  let before: EventTarget | null = null;
  const remember = ({ relatedTarget }: FocusEvent) => {
    if (!element.contains(relatedTarget as Node | null)) before = relatedTarget;
  };
  element.addEventListener('focusin', remember);
  return () => {
    element.removeEventListener('focusin', remember);
    if (!element.contains(document.activeElement)) return;
    const target =
      before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main');
    target?.focus({ preventScroll: true });
  };
}
