type StorageName = 'localStorage' | 'sessionStorage';

/** Texts without room in the storage, kept as long as the page. */
const withoutRoom = new Map<string, string>();

/** Keeps a text in the browser's storage, or in this page if that is full or blocked. */
export function keepText(storage: StorageName, key: string, text: string): void {
  withoutRoom.delete(key);
  try {
    window[storage].setItem(key, text);
  } catch {
    // A stored text may be older than this one, so no text is better than an old one.
    forgetText(storage, key);
    withoutRoom.set(key, text);
  }
}

/** Returns the text under a key, or null. */
export function storedText(storage: StorageName, key: string): string | null {
  try {
    return withoutRoom.get(key) ?? window[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Forgets what was kept under a key. */
export function forgetText(storage: StorageName, key: string): void {
  withoutRoom.delete(key);
  try {
    window[storage].removeItem(key);
  } catch {
    // Unavailable: nothing is stored there.
  }
}

/** Returns true if a text whose key has this prefix is only in this page and will be lost with it. */
export const isInPageAlone = (start: string): boolean =>
  [...withoutRoom.keys()].some((key) => key.startsWith(start));
