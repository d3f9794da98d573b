/** A range of bytes, both ends included. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a Range header (RFC 9110, section 14.2) against a file of `size` bytes: null when there is none we serve as
 * one part (the whole file is then sent), 'unsatisfiable' when it lies outside.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [match, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!match || (!from && !to)) return null;
  const first = from ? Number(from) : Math.max(size - Number(to), 0);
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (from && to && Number(to) < first) return null;
  return first < size && last >= first ? { first, last } : 'unsatisfiable';
}
