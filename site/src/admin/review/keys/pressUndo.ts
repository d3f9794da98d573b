/** Presses the Undo of the notice that is there, if any: what one did last can be taken back without a pointer. */
export function pressUndo(label: string): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-toast] button');
  [...buttons].find(({ textContent }) => textContent === label)?.click();
}
