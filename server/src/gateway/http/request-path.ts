/** Returns the path of an absolute address, as clients send it to a proxy (RFC 9112, 3.2). */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Returns the address as the router accepts it. The router refuses a path that cannot be decoded before any hook
 * runs. Its percent signs are escaped, so that no service finds anything there.
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
