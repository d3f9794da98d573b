/** A ref for an element that disappears on its own. If it has the focus then, the focus returns to where it was before. */
export function returnFocus(element: HTMLElement | null) {
  let before: HTMLElement | null = null;
  element?.addEventListener('focusin', ({ relatedTarget }) => {
    if (!element.contains(relatedTarget as Node | null)) before = relatedTarget as HTMLElement | null;
  });
  return () => {
    if (element?.contains(document.activeElement)) before?.focus();
  };
}
