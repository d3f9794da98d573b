import { FunctionFault } from './errors.ts';
import { startThread, type FunctionThread, type ThreadOptions } from './function-thread.ts';
import type { RequestMessage, ResponseMessage } from './message.ts';

const mostThreads = 8;
const mostWaiting = 64;
const idleMs = 30_000;

/** The threads of one function: a request has a thread to itself, so one that hangs keeps nobody else waiting. */
export class ThreadPool {
  readonly #options: ThreadOptions;
  readonly #idle: { thread: FunctionThread; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #busy = new Set<FunctionThread>();
  #taken = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  async ask(request: RequestMessage): Promise<ResponseMessage> {
    await this.#takePlace();
    let thread: FunctionThread | null = null;
    try {
      thread = this.#takeIdle() ?? (await startThread(this.#options));
      this.#busy.add(thread);
      return await thread.ask(request);
    } finally {
      if (thread) this.#busy.delete(thread);
      if (thread?.alive) this.#keep(thread);
      this.#leavePlace();
    }
  }

  async close(): Promise<void> {
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
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
      clearTimeout(kept.timer);
      if (kept.thread.alive) return kept.thread;
    }
    return null;
  }

  #keep(thread: FunctionThread): void {
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((kept) => kept.thread === thread),
        1,
      );
      void thread.stop();
    }, idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }
}
