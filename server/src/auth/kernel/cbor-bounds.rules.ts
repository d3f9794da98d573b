const MAX_ITEMS = 500;
const MAX_DEPTH = 8;

/** Major types of CBOR (RFC 8949) that hold bytes or other items. The rest are numbers and simple values. */
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;

/**
 * Returns true if bytes begin with a complete CBOR item that is neither deep nor large, so that a recursive parser may
 * read it. Indefinite lengths are refused, as CTAP2 does.
 */
export function isBoundedCbor(bytes: Buffer): boolean {
  /** The items that each open level still expects. */
  const open = [1];
  let at = 0;
  for (let items = 0; open.length > 0; items += 1) {
    if (items > MAX_ITEMS || open.length > MAX_DEPTH) return false;
    const head = readHead(bytes, at);
    if (!head) return false;
    const { major, argument } = head;
    at = head.end + (major === BYTES || major === TEXT ? argument : 0);
    if (at > bytes.length) return false;
    open[open.length - 1]! -= 1;
    if (major === ARRAY || major === TAG) open.push(major === TAG ? 1 : argument);
    if (major === MAP) open.push(2 * argument);
    while (open.at(-1) === 0) open.pop();
  }
  return true;
}

/** Reads the first byte of an item with its argument, which is a value, a length or a number of items. */
function readHead(bytes: Buffer, at: number) {
  const first = bytes[at];
  if (first === undefined) return null;
  const major = first >> 5;
  const short = first & 31;
  if (short < 24) return { major, argument: short, end: at + 1 };
  const size = 2 ** (short - 24);
  if (size > 8 || at + 1 + size > bytes.length) return null;
  const argument = size === 8 ? Number(bytes.readBigUInt64BE(at + 1)) : bytes.readUIntBE(at + 1, size);
  return { major, argument, end: at + 1 + size };
}
