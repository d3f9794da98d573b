/**
 * Keeps a form's input in the tab's storage before hydration (DeferredIsland.astro), under the form's key and in its
 * script's format, so that an early reload loses nothing.
 */
export function keepEarlyInput(): void {
  addEventListener('input', ({ target }) => {
    const { name, type, checked, value, form } = target as HTMLInputElement;
    const key = form?.dataset['draft'];
    if (!key) return;
    try {
      const kept = JSON.parse(sessionStorage[key] ?? '{}') as object;
      sessionStorage[key] = JSON.stringify({ ...kept, [name]: type === 'checkbox' ? checked : value });
    } catch {
      // Storage is full or closed: the form works without.
    }
  });
}
