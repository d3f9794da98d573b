/** Returns true if a URL's hostname is an address of this machine. */
export const isLoopbackAddress = (hostname: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';

/** The same, or a name for it (RFC 6761). */
export const isLoopback = (hostname: string): boolean =>
  /^(?:.+\.)?localhost$/.test(hostname) || isLoopbackAddress(hostname);
