import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { FunctionFault } from './errors.ts';
import type { RequestMessage, ResponseMessage, WorkerMessage } from './message.ts';

export interface ThreadOptions {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How long a function may take to answer. */
  readonly timeoutMs: number;
  /** Hears each line the function prints. */
  readonly print: (line: string) => void;
}

/** One thread that runs one function, one request at a time. Any fault ends the thread. */
export interface FunctionThread {
  /** False once it died or something in it failed: it takes no further request. */
  readonly isReusable: boolean;
  /** True while work goes on that an answered request has left to it. */
  readonly isBusyBehind: boolean;
  ask(request: RequestMessage): Promise<ResponseMessage>;
  stop(): Promise<void>;
}

/** The thread died before it began the request: another thread may take it without doing anything twice. */
export class RequestNotBegun extends Error {
  override name = 'RequestNotBegun';
}

/** Loading takes long only on a busy machine; a function that never loads must still end. */
const bootTimeoutMs = 30_000;

const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Starts a thread; rejects with BOOT_ERROR when the function cannot be loaded in time. */
export async function startThread(options: ThreadOptions): Promise<FunctionThread> {
  const { environment, timeoutMs, print } = options;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { file: options.file },
    env: { ...environment },
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', print);
  }
  let isReusable = true;
  let behind = 0;
  worker.once('exit', () => (isReusable = false));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'behind') behind = message.count;
    if (message.kind !== 'faulted') return;
    isReusable = false;
    print(message.reason);
  });
  worker.on('error', (error) => print(String(error)));

  const end = async (fault: Error): Promise<never> => {
    isReusable = false;
    await worker.terminate();
    throw fault;
  };

  const booted = await nextMessage(
    worker,
    bootTimeoutMs,
    (reason) => new FunctionFault('BOOT_ERROR', reason),
  ).catch(end);
  if (booted.kind === 'unbootable') await end(new FunctionFault('BOOT_ERROR', booted.reason));

  return {
    get isReusable() {
      return isReusable;
    },
    get isBusyBehind() {
      return behind > 0;
    },
    async ask(request) {
      worker.postMessage(request);
      const told = await nextMessage(worker, timeoutMs, (reason, hasBegun) =>
        hasBegun ? new FunctionFault('WORKER_ERROR', reason) : new RequestNotBegun(reason),
      ).catch(end);
      if (told.kind === 'answer') return told.response;
      return end(new FunctionFault('WORKER_ERROR', told.kind === 'threw' ? told.reason : null));
    },
    async stop() {
      isReusable = false;
      await worker.terminate();
    },
  };
}

type DescribeDeath = (reason: string, hasBegun: boolean) => Error;

/** The worker's next message that ends a wait; rejects when it dies first (`onDeath`) or stays silent too long. */
function nextMessage(worker: Worker, timeoutMs: number, onDeath: DescribeDeath): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', fail).off('exit', exit);
      act();
    };
    const hear = (message: WorkerMessage) => {
      if (message.kind === 'begun') hasBegun = true;
      else if (message.kind !== 'faulted' && message.kind !== 'behind') settle(() => resolve(message));
    };
    const fail = (error: Error & { code?: string }) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const reason = String(error);
      settle(() => reject(full ? new FunctionFault('WORKER_LIMIT', reason) : onDeath(reason, hasBegun)));
    };
    const exit = () => settle(() => reject(onDeath('The thread ended.', hasBegun)));
    const timer = setTimeout(() => settle(() => reject(new FunctionFault('IDLE_TIMEOUT'))), timeoutMs);
    worker.on('message', hear).on('error', fail).on('exit', exit);
  });
}
