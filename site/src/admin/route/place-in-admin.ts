/** Returns an address of the admin area in this origin as path and query, or null. */
export function placeInAdmin(to: unknown, origin = location.origin): string | null {
  if (typeof to !== 'string' || !URL.canParse(to, origin)) return null;
  const url = new URL(to, origin);
  if (url.origin !== origin || url.pathname !== '/admin') return null;
  return url.search ? url.pathname + url.search : null;
}
