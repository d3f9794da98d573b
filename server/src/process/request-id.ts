import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Runs the code that answers a request. In it and in the work that it begins, `currentRequestId` returns the id. */
export const runForRequest = <Answer>(id: string, work: () => Answer): Answer => requests.run(id, work);

/** Returns the id of the current request, undefined outside of all requests. */
export const currentRequestId = (): string | undefined => requests.getStore();
