/** Unsaved text that is being written now, counted: while there is any, a lost session does not send one away. */
let held = 0;

const LOST = 'solostead:session-lost';

/** Says that unsaved text is on the page; the returned function says that it no longer is. */
export function holdUnsaved(): () => void {
  held += 1;
  return () => {
    held -= 1;
  };
}

/**
 * The session is gone, or owes its second factor again: asks whoever holds unsaved text to have that mended in place,
 * else goes away from the page at once.
 */
export function leaveUnlessUnsaved(goAway: () => void): void {
  if (held === 0) goAway();
  else window.dispatchEvent(new Event(LOST));
}

/** Hears that the session is not enough any more while unsaved text is on the page. */
export function onSessionLost(hear: () => void): () => void {
  window.addEventListener(LOST, hear);
  return () => window.removeEventListener(LOST, hear);
}
