/** Safari's code of a key that an input method handles. */
const HANDLED_KEY_CODE = 229;

/**
 * Returns whether an input method handles this key, for example the Enter that confirms a Japanese word. Safari ends
 * the composition before it sends that Enter.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === HANDLED_KEY_CODE;

function keepFromPage(event: KeyboardEvent): void {
  if (!isComposing(event)) return;
  event.stopImmediatePropagation();
  // A dialog would close and a form would be sent.
  if (event.key === 'Escape' || event.key === 'Enter') event.preventDefault();
}

/**
 * Keeps the keys of an input method from every shortcut, list, menu, dialog and form of the page. Call it before anything
 * listens to keys.
 */
export const ignoreComposedKeys = (): void =>
  window.addEventListener('keydown', keepFromPage, { capture: true });
