import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { FairQueue, type QueueOwner, QueueRefusal } from '../../../queue/fair-queue.ts';
import { requestRateLimited } from '../../kernel/errors.ts';
import type { IdentityProvider } from './identity-provider-metadata.ts';
import type { OurEntity } from './library.ts';
import type { Answer, ReadAnswer } from './verify-answer.ts';
import { readField } from './response.ts';

/** The time that the worker may take to load the library. */
const START_MS = 15_000;
/** The time that one answer may take, thirty times what an honest one needs. */
const ANSWER_MS = 2_000;
/** A worker without work is ended after this time. */
const IDLE_MS = 60_000;
const MEMORY_MB = 128;

/**
 * Verifies answers of identity providers in a worker, one at a time, so that no answer holds up other requests. Networks
 * take turns.
 */
export function createVerifier(ourselves: OurEntity, answerMs = ANSWER_MS) {
  const queue = new FairQueue({ running: 1, waiting: 40, perNetwork: { running: 1, waiting: 10 } });
  const thread = createThread(answerMs);
  return {
    /**
     * Reads and verifies a SAMLResponse field.
     * @throws AuthError 429 if too many wait
     */
    async read(idp: IdentityProvider, field: string, owner: QueueOwner): Promise<ReadAnswer> {
      if (readField(field) === null) return { envelope: null };
      try {
        return await queue.run(owner, () => thread.read({ ourselves, idp, field }));
      } catch (error) {
        throw error instanceof QueueRefusal ? requestRateLimited(1) : error;
      }
    },
    stop: thread.end,
  };
}

/** The worker, started with the first answer and ended after a slow one. */
function createThread(answerMs: number) {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  return {
    async read(answer: Answer): Promise<ReadAnswer> {
      clearTimeout(idle);
      worker ??= await start();
      worker.postMessage(answer);
      const read = await within(messageOf(worker), answerMs).catch(() => null);
      if (read === null) await end();
      else idle = setTimeout(end, IDLE_MS).unref();
      return (read as ReadAnswer | null) ?? { envelope: null };
    },
    end,
  };
}

async function start(): Promise<Worker> {
  const worker = new Worker(new URL('./verification-worker.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  worker.unref();
  await within(messageOf(worker), START_MS);
  // An error while it is idle, such as too little memory, ends it. The next message then finds none.
  worker.on('error', () => {});
  return worker;
}

/** @throws Error when the worker fails or ends instead */
async function messageOf(worker: Worker): Promise<unknown> {
  const ended = new AbortController();
  const exit = once(worker, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the worker ended');
  });
  exit.catch(() => {});
  try {
    const [message] = await Promise.race([once(worker, 'message', { signal: ended.signal }), exit]);
    return message;
  } finally {
    ended.abort();
  }
}

/** @throws Error when the time is over */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const done = new AbortController();
  const late = pause(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error(`not done after ${ms} ms`);
  });
  late.catch(() => {});
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
