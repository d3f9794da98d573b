/** Returns true if a URL's hostname is an address of this machine. */
export const isLoopbackAddress = (hostname: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';

/** The same, or the name for it. */
export const isLoopback = (hostname: string) => hostname === 'localhost' || isLoopbackAddress(hostname);

/** Parses a URL that may carry secrets, https, or http on this machine. Returns null for all others. */
export function secureUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.protocol === 'https:') return url;
  return url?.protocol === 'http:' && isLoopback(url.hostname) ? url : null;
}
