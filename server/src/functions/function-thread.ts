import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { FunctionFault } from './errors.ts';
import type { RequestMessage, ResponseMessage, ServerMessage, WorkerMessage } from './message.ts';

export interface ThreadOptions {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How long a function may take to answer. */
  readonly timeoutMs: number;
  /** Called with each line the function prints, and the id of the request that it is about, where that is known. */
  readonly print: (line: string, requestId: string | null) => void;
}

/** One thread that runs one function, one request at a time. Any fault ends the thread. */
export interface FunctionThread {
  /** False once it died or something in it failed: it takes no further request. */
  readonly isReusable: boolean;
  /** Whether background work of an answered request is under way. */
  readonly isBusyBehind: boolean;
  ask(request: RequestMessage): Promise<ResponseMessage>;
  /** Announces the shutdown to the function: it may finish what is under way and should begin nothing. */
  leave(): void;
  /** Resolves as soon as no request and nothing behind one is under way, or the thread has died. */
  whenQuiet(): Promise<void>;
  stop(): Promise<void>;
}

/** The thread died before it began the request: another thread may take it without doing anything twice. */
export class RequestNotBegun extends Error {
  override name = 'RequestNotBegun';
}

/** Loading takes long only on a busy machine; a function that never loads must still end. */
const BOOT_TIMEOUT_MS = 30_000;

const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Starts a thread; rejects with BOOT_ERROR when the function cannot be loaded in time. */
export async function startThread(options: ThreadOptions): Promise<FunctionThread> {
  const { timeoutMs, print } = options;
  const worker = makeWorker(options);
  let isReusable = true;
  let behind = 0;
  const quiet = quietness();
  const tell = (message: ServerMessage) => worker.postMessage(message);
  worker.once('exit', () => {
    isReusable = false;
    quiet.end();
  });
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'behind') {
      quiet.count(message.count - behind);
      behind = message.count;
    }
    if (message.kind === 'line') print(message.line, message.requestId);
    if (message.kind !== 'faulted') return;
    isReusable = false;
    print(message.reason, message.requestId);
  });

  const end = async (fault: Error): Promise<never> => {
    isReusable = false;
    await worker.terminate();
    throw fault;
  };

  const booted = await nextMessage(
    worker,
    BOOT_TIMEOUT_MS,
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
    leave: () => tell({ kind: 'leave' }),
    whenQuiet: quiet.come,
    async ask(request) {
      quiet.count(1);
      tell({ kind: 'request', request });
      const reply = await nextMessage(worker, timeoutMs, (reason, hasBegun) =>
        hasBegun ? new FunctionFault('WORKER_ERROR', reason) : new RequestNotBegun(reason),
      )
        .catch(end)
        .finally(() => quiet.count(-1));
      if (reply.kind === 'answer') return reply.response;
      return end(new FunctionFault('WORKER_ERROR', reply.kind === 'threw' ? reply.reason : null));
    },
    async stop() {
      isReusable = false;
      await worker.terminate();
    },
  };
}

/**
 * Lets a thread use the server's compile cache, because stripping the types of a function takes two thirds of its
 * boot. worker.ts takes the variable away again.
 */
function whereCompiledIsKept(): Record<string, string> {
  // Node returns the subfolder of its version.
  const folder = getCompileCacheDir();
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}

function makeWorker({ file, environment, print }: ThreadOptions): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { file },
    env: { ...environment, ...whereCompiledIsKept() },
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => print(line, null));
  }
  return worker.on('error', (error) => print(String(error), null));
}

/** Counts work under way, with a promise for when there is none. */
function quietness() {
  let underWay = 0;
  let ended = false;
  let waiting: (() => void)[] = [];
  const settle = () => {
    if (underWay > 0 && !ended) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    count: (more: number) => {
      underWay += more;
      settle();
    },
    end: () => {
      ended = true;
      settle();
    },
    come: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        settle();
      }),
  };
}

/** What comes at any time and ends no wait. */
const besidesAnswers = new Set<WorkerMessage['kind']>(['faulted', 'behind', 'line']);

type DescribeDeath = (reason: string, hasBegun: boolean) => Error;

/** The worker's next message that ends a wait; rejects when it dies first (`onDeath`) or stays silent too long. */
function nextMessage(worker: Worker, timeoutMs: number, onDeath: DescribeDeath): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', fail).off('exit', exit);
      act();
    };
    const onMessage = (message: WorkerMessage) => {
      if (message.kind === 'begun') hasBegun = true;
      else if (!besidesAnswers.has(message.kind)) settle(() => resolve(message));
    };
    const fail = (error: Error & { code?: string }) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const reason = String(error);
      settle(() => reject(full ? new FunctionFault('WORKER_LIMIT', reason) : onDeath(reason, hasBegun)));
    };
    const exit = () => settle(() => reject(onDeath('The thread ended.', hasBegun)));
    const timer = setTimeout(() => settle(() => reject(new FunctionFault('IDLE_TIMEOUT'))), timeoutMs);
    worker.on('message', onMessage).on('error', fail).on('exit', exit);
  });
}
