import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();

/** Runs what answers a request: until it is done, `currentRequestId` knows the request. */
export const runForRequest = <Answer>(id: string, work: () => Answer): Answer => requests.run(id, work);

/** The id of the request that is being answered; undefined between requests. */
export const currentRequestId = (): string | undefined => requests.getStore();
