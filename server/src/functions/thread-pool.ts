import { FairQueue, type QueueOwner, QueueRefusal } from '../queue/fair-queue.ts';
import { FunctionFault } from './errors.ts';
import { RequestNotBegun, startThread, type FunctionThread, type ThreadOptions } from './function-thread.ts';
import type { RequestMessage, ResponseMessage } from './message.ts';

const MAX_THREADS = 8;
const MAX_WAITING = 64;
const fairShare = { running: MAX_THREADS / 2, waiting: MAX_WAITING / 2 };
const noShare = { running: Infinity, waiting: Infinity };

interface PoolOptions extends ThreadOptions {
  /** How long an idle thread is kept. */
  readonly idleMs: number;
  /** Whether one network may have no more than half of the threads and of the queue. */
  readonly limits: boolean;
}

/** The threads of one function: a request has a thread to itself, so one that hangs delays no other. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #idle: { thread: FunctionThread; timer: NodeJS.Timeout }[] = [];
  readonly #queue: FairQueue;
  readonly #busy = new Set<FunctionThread>();
  #isLeaving = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const perNetwork = options.limits ? fairShare : noShare;
    this.#queue = new FairQueue({ running: MAX_THREADS, waiting: MAX_WAITING, perNetwork });
  }

  /** Answers `request` when a thread is free for `owner`. @throws FunctionFault */
  async ask(request: RequestMessage, owner: QueueOwner): Promise<ResponseMessage> {
    const answer = async () =>
      (await this.#askIdle(request)) ?? this.#askOn(await startThread(this.#options), request);
    return this.#queue.run(owner, answer).catch((error: unknown) => {
      if (!(error instanceof QueueRefusal)) throw error;
      if (error.reason === 'share') throw new FunctionFault('TOO_MANY_REQUESTS');
      throw new FunctionFault('WORKER_LIMIT', 'Too many calls wait.');
    });
  }

  /** Null when no kept thread lives to take the request: one may die of what an earlier request left behind. */
  async #askIdle(request: RequestMessage): Promise<ResponseMessage | null> {
    const idle = this.#takeIdle();
    if (!idle) return null;
    try {
      return await this.#askOn(idle, request);
    } catch (error) {
      if (error instanceof RequestNotBegun) return null;
      throw error;
    }
  }

  async #askOn(thread: FunctionThread, request: RequestMessage): Promise<ResponseMessage> {
    this.#busy.add(thread);
    if (this.#isLeaving) thread.leave();
    try {
      return await thread.ask(request);
    } finally {
      this.#busy.delete(thread);
      if (thread.isReusable) this.#keep(thread);
      else void thread.stop();
    }
  }

  /** Announces the shutdown to the functions; resolves when their work has ended. */
  async drain(): Promise<void> {
    this.#isLeaving = true;
    const threads = [...this.#idle.map(({ thread }) => thread), ...this.#busy];
    for (const thread of threads) thread.leave();
    await Promise.all(threads.map((thread) => thread.whenQuiet()));
  }

  async close(): Promise<void> {
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearInterval(timer);
    await Promise.all([...idle.map(({ thread }) => thread), ...this.#busy].map((thread) => thread.stop()));
  }

  #takeIdle(): FunctionThread | null {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearInterval(kept.timer);
      if (kept.thread.isReusable) return kept.thread;
      void kept.thread.stop();
    }
    return null;
  }

  #keep(thread: FunctionThread): void {
    const timer = setInterval(() => {
      if (thread.isBusyBehind) return;
      clearInterval(timer);
      this.#idle.splice(
        this.#idle.findIndex((kept) => kept.thread === thread),
        1,
      );
      void thread.stop();
    }, this.#options.idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }
}
