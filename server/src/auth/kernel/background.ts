import type { FastifyBaseLogger } from 'fastify';
import { currentRequestId } from '../../request-id.ts';

/** Work whose outcome the caller must not learn, not even by how long the answer takes. */
export interface Background {
  run(what: string, task: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Logs failures under `what`. No caller learns of them. */
export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>();
  return {
    run(what, task) {
      const reqId = currentRequestId();
      const job: Promise<void> = task()
        .catch((error: unknown) => log.error({ err: error, reqId }, `${what} failed`))
        .finally(() => running.delete(job));
      running.add(job);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
