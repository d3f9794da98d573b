import ipaddr from 'ipaddr.js';
import { refusedTarget } from './delivery-error.ts';
import { MAX_ANSWER_BYTES, type Message } from './message.ts';
import { isPublicAddress } from './public-address.ts';

/**
 * Posts a message with `fetch` and returns the status, for Supabase's runtime, which cannot connect to a checked
 * address. It checks numeric addresses and leaves names to the platform (docs/supabase.md).
 */
export async function postByFetch(
  url: URL,
  { headers, body }: Message,
  signal: AbortSignal,
): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) ? !isPublicAddress(host) : /(^|\.)(localhost|internal|local)\.?$/.test(host))
    throw refusedTarget();
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
  if (response.body) await readSome(response.body.getReader());
  // Some runtimes hide a redirect's status.
  return response.type === 'opaqueredirect' ? 302 : response.status;
}

async function readSome(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let bytes = 0;
  while (bytes < MAX_ANSWER_BYTES) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.length;
  }
  await reader.cancel();
}
