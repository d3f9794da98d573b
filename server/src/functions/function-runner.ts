import { once } from 'node:events';
import { Readable } from 'node:stream';
import { FairQueue, type QueueOwner, QueueRefusal } from '../queue/fair-queue.ts';
import { Shares } from '../queue/shares.ts';
import { FunctionFault, WorkerEnded } from './errors.ts';
import { limitStream } from './limited-stream.ts';
import type { RequestMessage, ResponseMessage } from './message.ts';

/** A running copy of a function, a thread of Node or a process of Deno, which serves its requests side by side. */
export interface FunctionWorker {
  /** Answers `request`, unless `signal` aborts first. @throws FunctionFault, WorkerEnded if it never got the request */
  ask(request: RequestMessage, signal: AbortSignal): Promise<ResponseMessage>;
  /** Ends after its requests and the work behind its answers, or after `graceMs`. */
  end(graceMs: number): Promise<void>;
}

export interface RunnerOptions {
  /**
   * Starts a worker, which calls `onFailure` when it must take no more requests. A start that is not over when `closing`
   * aborts fails. @throws FunctionFault
   */
  readonly start: (onFailure: () => void, closing: AbortSignal) => Promise<FunctionWorker>;
  /** The time in which a function must begin to answer. */
  readonly timeoutMs: number;
  /** The time in which a function must continue its answer, a minute by default. */
  readonly streamIdleMs?: number;
  /** The time after which a worker without requests ends. */
  readonly idleMs: number;
  /** True if one network may use only a share of the places. */
  readonly limits: boolean;
}

/** The requests of one function that run at once, and those of one network. */
const runningBounds = { all: 32, perNetwork: 8 };
/** The requests that wait. */
const waitingBounds = { all: 64, perNetwork: 32 };
/** The answers that are still sent. They hold no place of those that run. */
const streamBounds = { all: 100, perNetwork: 25 };

const STREAM_IDLE_MS = 60_000;

/** The time that an answer may take in all, as on Supabase. */
const STREAM_MS = 400_000;

/** The time that an idle worker may continue with `EdgeRuntime.waitUntil`, as on Supabase. */
const BACKGROUND_MS = 400_000;

/** Runs one function in one worker, which starts with the first request and ends when it is idle. */
export class FunctionRunner {
  readonly #options: RunnerOptions;
  readonly #queue: FairQueue;
  readonly #streams: Shares;
  #worker: Promise<FunctionWorker> | null = null;
  /** Workers that finish their work, with their end. */
  readonly #retired = new Map<FunctionWorker, Promise<void>>();
  readonly #closing = new AbortController();
  #running = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    const perNetwork = options.limits
      ? { running: runningBounds.perNetwork, waiting: waitingBounds.perNetwork }
      : { running: Infinity, waiting: Infinity };
    this.#streams = new Shares(options.limits ? streamBounds : { ...streamBounds, perNetwork: Infinity });
    this.#queue = new FairQueue({ running: runningBounds.all, waiting: waitingBounds.all, perNetwork });
  }

  /** Answers `request` when it is the turn of `owner`. @throws FunctionFault */
  ask(request: RequestMessage, owner: QueueOwner): Promise<ResponseMessage> {
    return this.#queue
      .run(owner, () => this.#answer(request))
      .then((answer) => this.#bound(answer, owner))
      .catch((error: unknown) => {
        if (!(error instanceof QueueRefusal)) throw error;
        if (error.reason === 'share') throw new FunctionFault('TOO_MANY_REQUESTS');
        throw new FunctionFault('WORKER_LIMIT', 'Too many calls wait.');
      });
  }

  async #answer(request: RequestMessage): Promise<ResponseMessage> {
    this.#begin();
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.#options.timeoutMs);
    const ask = () => this.#askWorker(request, timeout.signal);
    try {
      return await ask().catch((error: unknown) => {
        if (error instanceof WorkerEnded) return ask();
        throw error;
      });
    } finally {
      clearTimeout(timer);
      this.#end();
    }
  }

  /** Asks the current worker, which takes no more requests if it has ended or may hang. @throws FunctionFault */
  async #askWorker(request: RequestMessage, signal: AbortSignal): Promise<ResponseMessage> {
    const started = this.#current();
    let worker: FunctionWorker | null = null;
    try {
      worker = await Promise.race([started, rejectWhenAborted(signal)]);
      return await worker.ask(request, signal);
    } catch (error) {
      // It finishes its other requests, which have the same time at most.
      if (worker && (signal.aborted || error instanceof WorkerEnded))
        void this.#retire(started, this.#options.timeoutMs);
      throw signal.aborted ? new FunctionFault('IDLE_TIMEOUT') : error;
    }
  }

  /** Limits an answer that is still being sent. @throws FunctionFault if there are too many */
  #bound(answer: ResponseMessage, { network }: QueueOwner): ResponseMessage {
    if (!(answer.body instanceof Readable)) return answer;
    if (!this.#streams.take(network, 1)) {
      answer.body.on('error', () => {}).destroy();
      throw new FunctionFault('TOO_MANY_REQUESTS');
    }
    this.#begin();
    const limits = { idleMs: this.#options.streamIdleMs ?? STREAM_IDLE_MS, allMs: STREAM_MS };
    const body = limitStream(answer.body, limits, () => {
      this.#streams.give(network, 1);
      this.#end();
    });
    return { ...answer, body };
  }

  #begin(): void {
    clearTimeout(this.#idleTimer);
    this.#running += 1;
  }

  #end(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    const { idleMs } = this.#options;
    this.#idleTimer = setTimeout(() => this.#retire(this.#worker, BACKGROUND_MS), idleMs).unref();
  }

  #current(): Promise<FunctionWorker> {
    if (this.#worker) return this.#worker;
    const { start, timeoutMs } = this.#options;
    const started = start(() => void this.#retire(started, timeoutMs), this.#closing.signal);
    started.catch(() => this.#forget(started));
    this.#worker = started;
    return started;
  }

  #forget(worker: Promise<FunctionWorker> | null): void {
    if (this.#worker === worker) this.#worker = null;
  }

  /** Lets a worker finish its work for at most `graceMs`. The next request starts another one. */
  async #retire(worker: Promise<FunctionWorker> | null, graceMs: number): Promise<void> {
    this.#forget(worker);
    const ending = await worker?.catch(() => null);
    if (!ending || this.#retired.has(ending)) return;
    const end = ending.end(graceMs);
    this.#retired.set(ending, end);
    await end;
    this.#retired.delete(ending);
  }

  /** Ends every worker after its requests and the work behind its answers. */
  async drain(): Promise<void> {
    const current = this.#retire(this.#worker, this.#options.timeoutMs);
    await Promise.all([current, ...this.#retired.values()]);
  }

  /** Ends every worker at once. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#closing.abort();
    const retired = [...this.#retired.keys()];
    await Promise.all([this.#retire(this.#worker, 0), ...retired.map((worker) => worker.end(0))]);
  }
}

const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
  once(signal, 'abort').then(() => Promise.reject(signal.reason as Error));
