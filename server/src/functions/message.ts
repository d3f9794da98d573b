/** A request on its way into a worker; `Request` itself cannot cross threads. */
export interface RequestMessage {
  /** As the log has it (request-id.ts). */
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** A message to a worker: to serve a request, or that the server is about to stop. */
export type ServerMessage =
  | { readonly kind: 'request'; readonly request: RequestMessage }
  | { readonly kind: 'leave' };

/** A function's answer on its way back. */
export interface ResponseMessage {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * A message of a worker: a line that the function prints, that it is ready, that it begins a request, that something a request left behind failed, how
 * much goes on behind answers that were given, an answer, or why there is none.
 */
export type WorkerMessage =
  | { readonly kind: 'line'; readonly line: string; readonly requestId: string | null }
  | { readonly kind: 'ready' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'faulted'; readonly reason: string; readonly requestId: string | null }
  | { readonly kind: 'behind'; readonly count: number }
  | { readonly kind: 'unbootable'; readonly reason: string }
  | { readonly kind: 'answer'; readonly response: ResponseMessage }
  | { readonly kind: 'threw'; readonly reason: string };
