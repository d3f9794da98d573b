import type { CDPSession } from '@playwright/test';

/** The bytes that a visit received over the network, with compressed bodies and with headers. */
export interface Traffic {
  bytes: number;
  scriptBytes: number;
  requests: number;
}

/** Counts all later traffic. An unfinished response counts with the part that has arrived. */
export function countTraffic(session: CDPSession): () => Traffic {
  const requests = new Map<string, { bytes: number; isScript: boolean }>();
  const of = (id: string) => {
    const request = requests.get(id) ?? { bytes: 0, isScript: false };
    requests.set(id, request);
    return request;
  };
  session.on('Network.responseReceived', ({ requestId, type }) => {
    of(requestId).isScript = type === 'Script';
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    of(requestId).bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    of(requestId).bytes = encodedDataLength;
  });
  return () => {
    const all = [...requests.values()];
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0);
    return {
      bytes: sum(all),
      scriptBytes: sum(all.filter(({ isScript }) => isScript)),
      requests: all.length,
    };
  };
}
