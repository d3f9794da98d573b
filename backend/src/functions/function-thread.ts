import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { FunctionFault } from './errors.ts';
import type { RequestMessage, ResponseMessage, WorkerMessage } from './message.ts';

export interface ThreadOptions {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How long a function may take to start or to answer. */
  readonly timeoutMs: number;
  /** Hears each line the function prints. */
  readonly print: (line: string) => void;
}

/** One thread that runs one function, one request at a time. Any fault ends the thread. */
export interface FunctionThread {
  readonly alive: boolean;
  ask(request: RequestMessage): Promise<ResponseMessage>;
  stop(): Promise<void>;
}

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
  let alive = true;
  worker.once('exit', () => (alive = false));
  worker.on('error', (error) => print(String(error)));

  const end = async (fault: FunctionFault): Promise<never> => {
    alive = false;
    await worker.terminate();
    throw fault;
  };

  const booted = await nextMessage(worker, timeoutMs, 'BOOT_ERROR').catch(end);
  if (booted.kind === 'unbootable') await end(new FunctionFault('BOOT_ERROR', booted.reason));

  return {
    get alive() {
      return alive;
    },
    async ask(request) {
      worker.postMessage(request);
      const told = await nextMessage(worker, timeoutMs, 'WORKER_ERROR').catch(end);
      if (told.kind === 'answer') return told.response;
      return end(new FunctionFault('WORKER_ERROR', told.kind === 'threw' ? told.reason : null));
    },
    async stop() {
      alive = false;
      await worker.terminate();
    },
  };
}

/** The worker's next message; rejects when it dies first (`onDeath`) or stays silent too long. */
function nextMessage(
  worker: Worker,
  timeoutMs: number,
  onDeath: 'BOOT_ERROR' | 'WORKER_ERROR',
): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      worker.off('message', hear).off('error', fail).off('exit', exit);
      act();
    };
    const hear = (message: WorkerMessage) => settle(() => resolve(message));
    const fail = (error: Error & { code?: string }) => {
      const full = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(() => reject(new FunctionFault(full ? 'WORKER_LIMIT' : onDeath, String(error))));
    };
    const exit = () => settle(() => reject(new FunctionFault(onDeath, 'The thread ended.')));
    const timer = setTimeout(() => settle(() => reject(new FunctionFault('IDLE_TIMEOUT'))), timeoutMs);
    worker.on('message', hear).on('error', fail).on('exit', exit);
  });
}
