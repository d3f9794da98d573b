import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** An encoding of the site's files. `identity` is the unchanged file. */
export type Encoding = 'br' | 'gzip' | 'identity';

const available: readonly Encoding[] = ['br', 'gzip', 'identity'];

const isAvailable = (encoding: string): encoding is Encoding => available.some((known) => known === encoding);

/** The number of cached headers. Browsers send a handful, and parsing one takes as long as the rest of an answer. */
const MAX_HEADERS = 100;

/** Longer headers are no browser's and not kept. */
const MAX_HEADER_LENGTH = 100;

const known = new LRUCache<string, readonly Encoding[]>({ max: MAX_HEADERS });

/**
 * The encodings that an Accept-Encoding header takes, the one with the greatest weight first, of equals the smallest
 * (RFC 9110, 12.5.3). A header that takes none of them answers an empty list.
 */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const remembered = known.get(header);
  if (remembered) return remembered;
  const request = { headers: { 'accept-encoding': header } };
  const accepted = new Negotiator(request).encodings(available, { preferred: available }).filter(isAvailable);
  if (header.length <= MAX_HEADER_LENGTH) known.set(header, accepted);
  return accepted;
}
