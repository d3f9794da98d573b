import { z } from 'zod';
import { jsonOrNull } from '../../configuration/json-or-null.ts';

/** A frame is its kind (one byte, J for JSON, D for data), its length (four bytes, big-endian) and its content. */
export type Frame =
  | { readonly kind: 'json'; readonly value: Record<string, unknown> }
  | { readonly kind: 'data'; readonly bytes: Buffer };

const jsonFrame = z.record(z.string(), z.unknown());

const HEAD_LENGTH = 5;

/** The most bytes of a frame, by its kind. The writer divides data into smaller frames. */
const MAX_JSON_LENGTH = 16 * 1024 * 1024;
const MAX_DATA_LENGTH = 64 * 1024 * 1024;
const DATA_LENGTH = 1024 * 1024;

export async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  for await (const frame of frames) {
    if (frame.kind === 'json') yield* withHead('J', Buffer.from(JSON.stringify(frame.value)));
    else
      for (let at = 0; at < frame.bytes.length; at += DATA_LENGTH)
        yield* withHead('D', frame.bytes.subarray(at, at + DATA_LENGTH));
  }
}

function withHead(kind: string, content: Buffer): readonly Buffer[] {
  const head = Buffer.alloc(HEAD_LENGTH);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(content.length, 1);
  return [head, content];
}

/** Reads frames one after the other. @throws NoFrame for bytes that no server has written */
export async function* decodeFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const chunks: Buffer[] = [];
  let held = 0;
  const take = (length: number): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks.splice(0, chunks.length, all.subarray(length));
    held -= length;
    return all.subarray(0, length);
  };
  let head: Head | null = null;
  for await (const chunk of stream) {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      if (head === null && held >= HEAD_LENGTH) head = readHead(take(HEAD_LENGTH));
      if (head === null || held < head.length) break;
      yield frameOf(head, take(head.length));
      head = null;
    }
  }
}

/** Bytes that are no frame. */
export class NoFrame extends Error {}

interface Head {
  readonly isJson: boolean;
  readonly length: number;
}

/** Empty frames are refused, because a small file can have millions of them. */
function readHead(bytes: Buffer): Head {
  const kind = String.fromCharCode(bytes[0]!);
  const length = bytes.readUInt32BE(1);
  const max = kind === 'J' ? MAX_JSON_LENGTH : kind === 'D' ? MAX_DATA_LENGTH : 0;
  if (length === 0 || length > max) throw new NoFrame();
  return { isJson: kind === 'J', length };
}

function frameOf({ isJson }: Head, content: Buffer): Frame {
  if (!isJson) return { kind: 'data', bytes: content };
  const parsed = jsonFrame.safeParse(jsonOrNull(content.toString()));
  if (!parsed.success) throw new NoFrame();
  return { kind: 'json', value: parsed.data };
}
