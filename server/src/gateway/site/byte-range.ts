/** A range of bytes, both ends included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses a Range header (RFC 9110, section 14.2) for a file of `size` bytes. Returns null for anything but a single
 * part, when the whole file is sent, and 'unsatisfiable' for a range outside.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [match, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!match || (!from && !to)) return null;
  const first = from ? Number(from) : Math.max(size - Number(to), 0);
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (from && to && Number(to) < first) return null;
  return first < size && last >= first ? { first, last } : 'unsatisfiable';
}
