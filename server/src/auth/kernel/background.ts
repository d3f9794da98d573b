import type { FastifyBaseLogger } from 'fastify';
import { currentRequestId } from '../../process/request-id.ts';
import { databaseFacts } from './request/database-refusal.ts';

/** Work whose outcome the caller must not learn, not even by how long the answer takes. */
export type Background = ReturnType<typeof createBackground>;

/** Logs failures under `what`. No caller learns of them. */
export function createBackground(log: FastifyBaseLogger) {
  const running = new Set<Promise<void>>();
  return {
    run(what: string, task: () => Promise<void>): void {
      const reqId = currentRequestId();
      const job: Promise<void> = task()
        .catch((error: unknown) =>
          log.error({ err: error, ...databaseFacts(error), reqId }, `${what} failed`),
        )
        .finally(() => running.delete(job));
      running.add(job);
    },
    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
