/**
 * A ref for what a dialog focuses when it opens. React writes its `autoFocus` into the page's HTML, and into no element that is
 * made in the browser.
 */
export function markFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
