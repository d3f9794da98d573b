import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isWithin } from './network.ts';

/** Ids that proxies send, such as UUIDs and trace ids. They are written into logs and headers unchanged. */
const WELL_FORMED = /^[\w.:=+/-]{8,100}$/;

/** Creates the id of each request, a trusted proxy's well-formed id or else a new one. */
export function requestIds(trustedProxies: readonly string[]) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers['x-request-id'];
    return typeof given === 'string' &&
      WELL_FORMED.test(given) &&
      isWithin(socket.remoteAddress ?? '', trustedProxies)
      ? given
      : randomUUID();
  };
}

const requests = new AsyncLocalStorage<string>();

/** Runs the code that answers a request. `currentRequestId` returns the id until it is done. */
export const runForRequest = <Answer>(id: string, work: () => Answer): Answer => requests.run(id, work);

/** Returns the id of the current request, undefined between requests. */
export const currentRequestId = (): string | undefined => requests.getStore();
