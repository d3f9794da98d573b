/** Keeps a text in the browser's storage. Full or closed, it costs what would have been kept, and nothing of what is done. */
export function keepText(storage: 'localStorage' | 'sessionStorage', key: string, text: string): void {
  try {
    window[storage].setItem(key, text);
  } catch {
    // What is there already may be older than what is done: nothing is better.
    try {
      window[storage].removeItem(key);
    } catch {
      // Closed.
    }
  }
}
