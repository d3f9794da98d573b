import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isWithin } from './network.ts';

/** What proxies send: UUIDs, hexadecimal, trace ids. It is written into logs and headers as it is. */
const WELL_FORMED = /^[\w.:=+/-]{8,100}$/;

/** Makes the id of each request: the one that a trusted proxy gave it, where that is well-formed, else a new one. */
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

/** Runs what answers a request: until it is done, `currentRequestId` knows the request. */
export const runForRequest = <Answer>(id: string, work: () => Answer): Answer => requests.run(id, work);

/** The id of the request that is being answered; undefined between requests. */
export const currentRequestId = (): string | undefined => requests.getStore();
