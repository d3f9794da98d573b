import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { Writable } from 'node:stream';

const requests = new AsyncLocalStorage<string>();

/** Runs what answers a request: what it prints, also behind its answer, is printed with the request's id. */
export const printForRequest = <Answer>(id: string, work: () => Answer): Answer => requests.run(id, work);

/** The id of the request that the code that runs is about; null where it is about none. */
export const requestOfWork = (): string | null => requests.getStore() ?? null;

/** Hands each line that a function prints through `console` to `print`, with the id of the request that it is about. */
export function handOnConsole(print: (line: string, requestId: string | null) => void): void {
  const lines = Object.assign(new Writable(), {
    // At once, while the request of the line is known.
    write(text: unknown): boolean {
      for (const line of String(text).replace(/\n$/, '').split('\n')) print(line, requestOfWork());
      return true;
    },
  });
  Object.assign(console, new Console({ stdout: lines, stderr: lines, colorMode: false }));
}
