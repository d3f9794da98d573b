/**
 * Keeps what is typed into a form, also before it is hydrated (DeferredIsland.astro), in the tab's storage, under the key that the form names, in
 * the shape its script keeps from then on: a reload before that script has arrived loses nothing.
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
