import { FunctionFault } from './errors.ts';
import { RequestNotBegun, startThread, type FunctionThread, type ThreadOptions } from './function-thread.ts';
import type { RequestMessage, ResponseMessage } from './message.ts';

const mostThreads = 8;
const mostWaiting = 64;

interface PoolOptions extends ThreadOptions {
  /** How long a thread is kept that nobody asks and that has nothing to finish. */
  readonly idleMs: number;
}

/** The threads of one function: a request has a thread to itself, so one that hangs keeps nobody else waiting. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #idle: { thread: FunctionThread; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #busy = new Set<FunctionThread>();
  #taken = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async ask(request: RequestMessage): Promise<ResponseMessage> {
    await this.#takePlace();
    try {
      return (await this.#askIdle(request)) ?? (await this.#askOn(await startThread(this.#options), request));
    } finally {
      this.#leavePlace();
    }
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
    try {
      return await thread.ask(request);
    } finally {
      this.#busy.delete(thread);
      if (thread.isReusable) this.#keep(thread);
      else void thread.stop();
    }
  }

  async close(): Promise<void> {
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearInterval(timer);
    await Promise.all([...idle.map(({ thread }) => thread), ...this.#busy].map((thread) => thread.stop()));
  }

  async #takePlace(): Promise<void> {
    if (this.#taken < mostThreads) {
      this.#taken += 1;
      return;
    }
    if (this.#waiting.length >= mostWaiting) throw new FunctionFault('WORKER_LIMIT', 'Too many calls wait.');
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place to the next one waiting, or frees it. */
  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
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
