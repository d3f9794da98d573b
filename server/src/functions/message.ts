import type { Readable } from 'node:stream';

/** A request on its way into a worker; `Request` itself cannot cross threads. */
export interface RequestMessage {
  /** The id in the log (request-id.ts). */
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

interface AnswerHead {
  readonly status: number;
  readonly headers: [string, string][];
  /** The bytes of the body, where that is known before it is sent. */
  readonly length: number | null;
}

/** A function's answer, whose body is a stream unless it is short and complete. */
export interface ResponseMessage extends AnswerHead {
  readonly body: Uint8Array | Readable;
}

/** A message to a thread. Requests have numbers, which the other messages name. */
export type ServerMessage =
  | { readonly kind: 'request'; readonly number: number; readonly request: RequestMessage }
  /** The client has taken a piece of the answer. */
  | { readonly kind: 'taken'; readonly number: number }
  /** The client has gone, or the answer takes too long. */
  | { readonly kind: 'cancelled'; readonly number: number }
  /** The thread must finish its work and end. */
  | { readonly kind: 'end' };

/** A message of a thread about the answer to a request. */
export type AnswerMessage =
  /** A null body follows in pieces. */
  | { readonly kind: 'answer'; readonly head: AnswerHead; readonly body: Uint8Array | null }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'complete' }
  /** There is no answer, or it breaks off. */
  | { readonly kind: 'failed'; readonly code: 'BOOT_ERROR' | 'WORKER_ERROR'; readonly reason: string };

/** A message of a thread, which is a line that the function prints, an error outside of all requests, or about an answer. */
export type ThreadMessage =
  | { readonly kind: 'line'; readonly line: string; readonly requestId: string | undefined }
  | { readonly kind: 'faulted'; readonly line: string; readonly requestId: string | undefined }
  | (AnswerMessage & { readonly number: number });
