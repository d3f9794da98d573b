/** A ref for an element that disappears on its own. If it has the focus then, the focus returns to where it was before. */
export function returnFocus(element: HTMLElement | null) {
  let before: HTMLElement | null = null;
  element?.addEventListener('focusin', ({ relatedTarget }) => {
    // Without a related target the focus comes from nothing, such as a removed button of the same element.
    if (relatedTarget instanceof HTMLElement && !element.contains(relatedTarget)) before = relatedTarget;
  });
  return () => {
    if (element?.contains(document.activeElement)) before?.focus({ preventScroll: true });
  };
}
