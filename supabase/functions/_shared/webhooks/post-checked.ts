import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { refusedTarget } from './delivery-error.ts';
import { MAX_ANSWER_BYTES, type Message } from './message.ts';
import { isPublicAddress } from './public-address.ts';
import type { TestAddresses } from './test-addresses.ts';

/** Resolves all addresses of a name, by default with the operating system. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveBySystem: Resolve = (host) => lookup(host, { all: true });

interface Place {
  readonly addresses: readonly LookupAddress[];
  readonly port: number;
  /** Null for Node's certificate authorities. */
  readonly ca: string | null;
}

/**
 * Posts a message and returns the status, without following redirects. It resolves the host's name once, requires all
 * its addresses to be public, and connects to one of them, so that a name that resolves differently the second time
 * gains nothing. The certificate must match the name. Rejects when `signal` aborts.
 */
export async function postChecked(
  url: URL,
  message: Message,
  signal: AbortSignal,
  tests: TestAddresses,
  resolve: Resolve = resolveBySystem,
): Promise<number> {
  const place = await Promise.race([locate(url, tests, resolve), abortion(signal)]);
  return send(url, message, place, signal);
}

async function locate(url: URL, tests: TestAddresses, resolve: Resolve): Promise<Place> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const test = tests.places.get(host);
  if (test) return { addresses: [test], port: test.port, ca: tests.ca };
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw refusedTarget();
  return { addresses, port: 443, ca: null };
}

function send(url: URL, { headers, body }: Message, place: Place, signal: AbortSignal): Promise<number> {
  const { addresses, port, ca } = place;
  const lookupChecked = (_host: string, options: LookupOptions, done: (...answer: never[]) => void) => {
    const answer = options.all ? [null, addresses] : [null, addresses[0]!.address, addresses[0]!.family];
    done(...(answer as never[]));
  };
  const options = {
    method: 'POST',
    headers: { ...headers, host: url.host, 'content-length': new TextEncoder().encode(body).length },
    port,
    // No connection is kept: each is made to an address that was checked for it.
    agent: false,
    lookup: lookupChecked as never,
    signal,
    ...(ca !== null && { ca }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (incoming) => {
      let bytes = 0;
      incoming.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (bytes < MAX_ANSWER_BYTES) return;
        resolve(incoming.statusCode!);
        incoming.destroy();
      });
      incoming.on('end', () => resolve(incoming.statusCode!));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const abortion = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
