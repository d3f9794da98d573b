const REFUSED = 'solostead:refused';

/** Says that the backend refused the person who is signed in: the session may have ended, or their role. */
export const announceRefusal = (): void => void window.dispatchEvent(new Event(REFUSED));

/** Hears of refusals; the returned function stops that. */
export function onRefusal(onChange: () => void): () => void {
  window.addEventListener(REFUSED, onChange);
  return () => window.removeEventListener(REFUSED, onChange);
}
