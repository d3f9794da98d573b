const REFUSED = 'solostead:refused';

/** Announces that the backend refused the signed-in person, whose session or role may have ended. */
export const announceRefusal = (): void => void window.dispatchEvent(new Event(REFUSED));

/** Listens for refusals. The returned function stops it. */
export function onRefusal(onChange: () => void): () => void {
  window.addEventListener(REFUSED, onChange);
  return () => window.removeEventListener(REFUSED, onChange);
}
