import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { refusedTarget } from './delivery-error.ts';
import { MAX_ANSWER_BYTES, type Message } from './message.ts';
import { isPublicAddress } from './public-address.ts';
import type { TestAddresses } from './test-addresses.ts';

/** Resolves all addresses of a name until `signal` aborts, by default with the name servers of the system. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/** A name server that is silent is asked twice. */
const NAME_SERVER = { timeout: 2_000, tries: 2 };

/**
 * Asks the name servers without the system's look-up. That one holds a thread of the process until it ends, so names
 * whose servers are silent would hold up all others, the database's included.
 */
const resolveByNameServers: Resolve = async (host, signal) => {
  const resolver = new Resolver(NAME_SERVER);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((family, index) =>
      family.status === 'fulfilled'
        ? family.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (addresses.length === 0) throw (found[0] as PromiseRejectedResult).reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

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
  resolve: Resolve = resolveByNameServers,
): Promise<number> {
  return send(url, message, await locate(url, tests, signal, resolve), signal);
}

/**
 * Resolves the host of an address and requires all its addresses to be public. @throws DeliveryError for another target,
 * and the resolver's error
 */
export async function locate(
  url: URL,
  tests: TestAddresses,
  signal: AbortSignal,
  resolve: Resolve = resolveByNameServers,
): Promise<Place> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const test = tests.places.get(host);
  if (test) return { addresses: [test], port: test.port, ca: tests.ca };
  const family = isIP(host);
  // A name without a dot is one of the network.
  if (family === 0 && !/\w\.\w/.test(host)) throw refusedTarget();
  const addresses =
    family === 0
      ? await Promise.race([resolve(host, signal), abortion(signal)])
      : [{ address: host, family }];
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
