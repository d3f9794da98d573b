import { isApiPath } from '../refusals.ts';

/** Returns the path of an absolute address, as clients send it to a proxy (RFC 9112, 3.2). */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Returns the address as the router accepts it. The percent signs of two kinds of paths are escaped, so that no
 * service finds anything there. The router refuses a path that cannot be decoded before any hook runs. A proxy that
 * refuses `/metrics` does not know `/%6detrics`, which the router would decode. A `#` is part of the path.
 */
export function routable(url: string): string {
  const whole = originForm(url);
  const end = whole.indexOf('?');
  const query = end < 0 ? '' : whole.slice(end);
  const path = (end < 0 ? whole : whole.slice(0, end)).replaceAll('#', '%23');
  const isOwnSpelling = !path.includes('%') || (isDecodable(path) && !isDisguised(path));
  return (isOwnSpelling ? path : path.replaceAll('%', '%25')) + query;
}

/** Characters that mean the same encoded, and that no client needs to encode (RFC 3986, 2.3). */
const UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/** Returns true for a path of the API that another spelling hides. */
function isDisguised(path: string): boolean {
  const plain = path.replace(UNRESERVED, decodeURIComponent);
  return plain !== path && isApiPath(plain);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
