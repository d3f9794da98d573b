const SHORTEST = 4;

/**
 * Words too near at hand for a password: the product's name, the labels of the site's host, and the parts of the
 * person's own address (docs/security.md lists them).
 */
export function nearbyWords(host: string, email: string | null): string[] {
  const parts = [...host.split(/[.:]/), ...(email ?? '').split(/[^\p{L}]+/u), 'admin', 'password'];
  const words = new Set(['solostead', ...parts.map((part) => part.toLowerCase())]);
  return [...words]
    .filter((word) => word.length >= SHORTEST && /\p{L}/u.test(word))
    .sort((a, b) => b.length - a.length);
}
