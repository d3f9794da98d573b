type Kept = 'localStorage' | 'sessionStorage';

/** What the storage had no room for: here for as long as the page is. */
const withoutRoom = new Map<string, string>();

/** Keeps a text in the browser's storage, or in this page where that is full or closed: nothing of what is done stops. */
export function keepText(storage: Kept, key: string, text: string): void {
  withoutRoom.delete(key);
  try {
    window[storage].setItem(key, text);
  } catch {
    // What is there already may be older than what is done: nothing is better.
    forgetText(storage, key);
    withoutRoom.set(key, text);
  }
}

/** What was kept under a key, null if nothing was. */
export function keptText(storage: Kept, key: string): string | null {
  try {
    return withoutRoom.get(key) ?? window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Forgets what was kept under a key. */
export function forgetText(storage: Kept, key: string): void {
  withoutRoom.delete(key);
  try {
    window[storage].removeItem(key);
  } catch {
    // Closed: nothing was kept there.
  }
}

/** Whether a text whose key begins so is in this page alone, and goes with it. */
export const isInPageAlone = (start: string): boolean =>
  [...withoutRoom.keys()].some((key) => key.startsWith(start));
