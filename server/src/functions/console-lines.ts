import { AsyncLocalStorage } from 'node:async_hooks';
import { format } from 'node:util';

const requests = new AsyncLocalStorage<string>();

/** Runs what answers a request: what it prints, also behind its answer, is printed with the request's id. */
export const printForRequest = <Answer>(id: string, work: () => Answer): Answer => requests.run(id, work);

/** Hands each line that a function prints through `console` to `print`, with the id of the request that it is about. */
export function handOnConsole(print: (line: string, requestId: string | null) => void): void {
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    console[level] = (...values: unknown[]) => {
      for (const line of format(...values).split('\n')) print(line, requests.getStore() ?? null);
    };
  }
}
