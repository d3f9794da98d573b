/** Safari's code of a key that an input method handles. */
const HANDLED_KEY_CODE = 229;

/**
 * Returns whether an input method handles this key, for example the Enter that confirms a Japanese word. Safari ends
 * the composition before it sends that Enter.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === HANDLED_KEY_CODE;
