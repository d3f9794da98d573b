/** A client that speaks as to a proxy names scheme and host in the address; services see only its path (RFC 9112, 3.2). */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * The address as the router takes it. It refuses a path that cannot be decoded before any hook runs; its percent signs
 * are escaped, so that a service or the site finds nothing there.
 */
export function routable(url: string): string {
  const path = originForm(url);
  const end = path.search(/[?#]/);
  const decoded = end < 0 ? path : path.slice(0, end);
  if (!decoded.includes('%') || isDecodable(decoded)) return path;
  return decoded.replaceAll('%', '%25') + path.slice(decoded.length);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
