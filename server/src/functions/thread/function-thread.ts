import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { FunctionFault } from '../errors.ts';
import type { FunctionWorker } from '../function-runner.ts';
import { IncomingBody } from './incoming-body.ts';
import type { RequestMessage, ResponseMessage, ServerMessage, ThreadMessage } from '../message.ts';

interface ThreadOptions {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called with each line the function prints, and the id of the request that it is about, where that is known. */
  readonly print: (line: string, requestId?: string) => void;
}

const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

export class FunctionThread implements FunctionWorker {
  readonly #worker: Worker;
  readonly #print: ThreadOptions['print'];
  readonly #onFailure: () => void;
  /** The requests in progress, by their number. */
  readonly #waiting = new Map<number, PromiseWithResolvers<ResponseMessage>>();
  /** The bodies that are still sent. */
  readonly #bodies = new Map<number, IncomingBody>();
  #requests = 0;
  #hasEnded = false;

  constructor(options: ThreadOptions, onFailure: () => void) {
    this.#print = options.print;
    this.#onFailure = onFailure;
    this.#worker = makeWorker(options)
      .on('message', (message: ThreadMessage) => this.#receive(message))
      .on('error', (error: Error & { code?: string }) => {
        const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        this.#fail(new FunctionFault(isFull ? 'WORKER_LIMIT' : 'WORKER_ERROR', String(error)));
      })
      .on('exit', () => this.#fail(new FunctionFault('WORKER_ERROR', 'The thread ended.')));
  }

  #receive(message: ThreadMessage): void {
    if (message.kind === 'line' || message.kind === 'faulted') {
      this.#print(message.line, message.requestId);
      if (message.kind === 'faulted') this.#onFailure();
      return;
    }
    const { number } = message;
    const waiting = this.#waiting.get(number);
    const body = this.#bodies.get(number);
    if (message.kind === 'answer')
      return waiting?.resolve({ ...message.head, body: message.body ?? this.#makeBody(number) });
    if (message.kind === 'piece') return body?.add(message.bytes);
    if (message.kind === 'complete') return body?.complete();
    if (message.code === 'BOOT_ERROR') this.#onFailure();
    const fault = new FunctionFault(message.code, message.reason);
    waiting?.reject(fault);
    body?.destroy(fault);
  }

  #makeBody(number: number): IncomingBody {
    const body = new IncomingBody({
      onTaken: () => this.#tell({ kind: 'taken', number }),
      onCancel: () => this.#tell({ kind: 'cancelled', number }),
    });
    this.#bodies.set(number, body);
    return body.once('close', () => this.#bodies.delete(number));
  }

  #tell(message: ServerMessage): void {
    this.#worker.postMessage(message);
  }

  /** The thread is dead, with all its requests. */
  #fail(fault: FunctionFault): void {
    this.#hasEnded = true;
    this.#onFailure();
    for (const { reject } of this.#waiting.values()) reject(fault);
    for (const body of this.#bodies.values()) body.destroy(fault);
  }

  async ask(request: RequestMessage, signal: AbortSignal): Promise<ResponseMessage> {
    if (this.#hasEnded) throw new FunctionFault('WORKER_ERROR', 'The thread ended.');
    const number = (this.#requests += 1);
    const waiting = Promise.withResolvers<ResponseMessage>();
    this.#waiting.set(number, waiting);
    const abort = () => {
      waiting.reject(signal.reason);
      this.#tell({ kind: 'cancelled', number });
    };
    signal.addEventListener('abort', abort);
    this.#worker.postMessage(
      { kind: 'request', number, request } satisfies ServerMessage,
      request.body ? [request.body.buffer] : [],
    );
    return waiting.promise.finally(() => {
      signal.removeEventListener('abort', abort);
      this.#waiting.delete(number);
    });
  }

  async end(graceMs: number): Promise<void> {
    if (this.#hasEnded) return;
    // `events.once` would reject when the thread runs out of memory.
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    const timer = setTimeout(() => this.#worker.terminate(), graceMs).unref();
    this.#tell({ kind: 'end' });
    await ended;
    clearTimeout(timer);
  }
}

/**
 * Lets a thread keep compiled code where the server does, because stripping the types of a function again takes two
 * thirds of its start. worker.ts removes the variable.
 */
function compileCache(): Record<string, string> {
  // Node returns the subfolder of its version.
  const folder = getCompileCacheDir();
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}

function makeWorker({ file, environment, print }: ThreadOptions): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { file },
    env: { ...environment, ...compileCache() },
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => print(line));
  }
  return worker;
}
