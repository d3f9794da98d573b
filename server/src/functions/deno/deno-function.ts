import { FairQueue, type QueueOwner, QueueRefusal } from '../../queue/fair-queue.ts';
import { FunctionFault } from '../errors.ts';
import type { RequestMessage, ResponseMessage } from '../message.ts';
import { type DenoOptions, DenoProcess } from './deno-process.ts';

interface FunctionOptions extends DenoOptions {
  readonly timeoutMs: number;
  readonly idleMs: number;
  /** Whether one network may take no more than half of the places. */
  readonly limits: boolean;
}

const PLACES = 64;

/** A function under Deno, which starts with the first request and ends when it is idle. */
export class DenoFunction {
  readonly #options: FunctionOptions;
  readonly #queue: FairQueue;
  #process: Promise<DenoProcess> | null = null;
  /** Processes that finish their work. */
  readonly #retired = new Set<DenoProcess>();
  #running = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: FunctionOptions) {
    this.#options = options;
    const share = options.limits ? PLACES / 2 : Infinity;
    const perNetwork = { running: share, waiting: share };
    this.#queue = new FairQueue({ running: PLACES, waiting: PLACES, perNetwork });
  }

  /** Answers `request`. @throws FunctionFault */
  ask(request: RequestMessage, owner: QueueOwner): Promise<ResponseMessage> {
    return this.#queue
      .run(owner, () => this.#answer(request))
      .catch((error: unknown) => {
        if (!(error instanceof QueueRefusal)) throw error;
        if (error.reason === 'share') throw new FunctionFault('TOO_MANY_REQUESTS');
        throw new FunctionFault('WORKER_LIMIT', 'Too many calls wait.');
      });
  }

  async #answer(request: RequestMessage): Promise<ResponseMessage> {
    clearTimeout(this.#idleTimer);
    this.#running += 1;
    try {
      const current = await this.#current();
      const signal = AbortSignal.timeout(this.#options.timeoutMs);
      return await current.ask(request, signal).catch((error: unknown) => {
        if (!signal.aborted) throw new FunctionFault('WORKER_ERROR', String(error));
        // It may hang, so the next request gets a new process, and this one finishes its other requests.
        void this.#retire(this.#options.timeoutMs);
        throw new FunctionFault('IDLE_TIMEOUT');
      });
    } finally {
      this.#running -= 1;
      const whenIdle = () => void this.#retire(this.#options.timeoutMs);
      if (this.#running === 0) this.#idleTimer = setTimeout(whenIdle, this.#options.idleMs).unref();
    }
  }

  #current(): Promise<DenoProcess> {
    if (this.#process) return this.#process;
    const starting = DenoProcess.start(this.#options, () => {
      if (this.#process === starting) this.#process = null;
    });
    this.#process = starting;
    return starting;
  }

  /** Lets the process finish its work for at most `graceMs`. The next request starts another one. */
  async #retire(graceMs: number): Promise<void> {
    const current = this.#process;
    this.#process = null;
    const ending = await current?.catch(() => null);
    if (!ending) return;
    this.#retired.add(ending);
    await ending.end(graceMs);
    this.#retired.delete(ending);
  }

  /** Ends the process after the work behind its answers. */
  drain(): Promise<void> {
    return this.#retire(this.#options.timeoutMs);
  }

  /** Ends every process at once. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const retired = [...this.#retired];
    await Promise.all([this.#retire(0), ...retired.map((process) => process.end(0))]);
  }
}
