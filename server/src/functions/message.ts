/** A request on its way into a worker; `Request` itself cannot cross threads. */
export interface RequestMessage {
  /** As the log has it (request-id.ts). */
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** A function's answer on its way back. */
export interface ResponseMessage {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A message to a thread, a numbered request, or that it must finish its work and end. */
export type ServerMessage =
  | { readonly kind: 'request'; readonly number: number; readonly request: RequestMessage }
  | { readonly kind: 'end' };

/** A message of a thread, a line that the function prints, an error outside of all requests, an answer, or why there is none. */
export type ThreadMessage =
  | { readonly kind: 'line'; readonly line: string; readonly requestId: string | undefined }
  | { readonly kind: 'faulted'; readonly line: string; readonly requestId: string | undefined }
  | { readonly kind: 'answer'; readonly number: number; readonly response: ResponseMessage }
  | {
      readonly kind: 'failed';
      readonly number: number;
      readonly code: 'BOOT_ERROR' | 'WORKER_ERROR';
      readonly reason: string;
    };
