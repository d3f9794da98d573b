import { isLoopback } from '../../kernel/request/loopback.rules.ts';

const TIMEOUT_MS = 10_000;
const MAX_LENGTH = 512 * 1024;

/** Metadata from where an administrator says it is; https only, no redirects. @throws Error */
export async function fetchMetadata(address: string): Promise<string> {
  const url = URL.parse(address);
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isSecure) throw new Error('not an https address');
  const response = await fetch(url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_LENGTH) throw new Error('it is too long');
  return text;
}
