import { isLoopback } from '../../../configuration/loopback.rules.ts';

/** Parses a URL that may carry secrets, https, or http on this machine. Returns null for all others. */
export function secureUrl(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.protocol === 'https:') return url;
  return url?.protocol === 'http:' && isLoopback(url.hostname) ? url : null;
}
