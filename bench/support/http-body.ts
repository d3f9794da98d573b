/** Returns the body of a reply whose head ends before `from`, and the start of the next reply. Null if it is incomplete. */
export function takeBody(
  received: Buffer,
  from: number,
  head: string,
): { readonly body: Buffer; readonly next: number } | null {
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return takeChunks(received, from);
  const next = from + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return received.length < next ? null : { body: received.subarray(from, next), next };
}

/** RFC 9112, 7.1, without extensions and trailers. */
function takeChunks(received: Buffer, from: number): { readonly body: Buffer; readonly next: number } | null {
  const chunks: Buffer[] = [];
  for (let at = from; ;) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(received.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (received.length < next) return null;
    if (size === 0) return { body: Buffer.concat(chunks), next };
    chunks.push(received.subarray(line + 2, next - 2));
    at = next;
  }
}
