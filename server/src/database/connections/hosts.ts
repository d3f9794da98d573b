import type { ClientConfig } from 'pg';
import { type ConnectionTargets, connectionTargets } from '../../configuration/connection-url.ts';

/** The driver's options for one of a URL's hosts. */
export type Host = Pick<ClientConfig, 'connectionString' | 'connectionTimeoutMillis'>;

/** After so long a host that failed is drawn again, where hosts are drawn by lot. */
const AVOIDED_FOR_MS = 30_000;

/**
 * The hosts of a URL, shared by all its connections, so that one connection's finding helps the next. A host is used
 * until it fails, then the next, in a circle.
 */
export class Hosts {
  readonly size: number;
  readonly #isRandom: boolean;
  /** The next host to try comes first. A failed one moves to the end. */
  #queue: readonly Host[];
  readonly #failedAt = new WeakMap<Host, number>();

  constructor({ urls, isRandom, timeoutMs }: ConnectionTargets) {
    this.#queue = urls.map((connectionString) => ({ connectionString, connectionTimeoutMillis: timeoutMs }));
    this.size = urls.length;
    this.#isRandom = isRandom;
  }

  next(): Host {
    if (!this.#isRandom) return this.#queue[0]!;
    const well = this.#queue.filter(
      (host) => Date.now() - (this.#failedAt.get(host) ?? -Infinity) > AVOIDED_FOR_MS,
    );
    return well.length > 0 ? well[Math.floor(Math.random() * well.length)]! : this.#queue[0]!;
  }

  /** The host was not there, or takes no writes. */
  avoid(host: Host): void {
    this.#failedAt.set(host, Date.now());
    this.#queue = [...this.#queue.filter((each) => each !== host), host];
  }
}

const known = new Map<string, Hosts>();

/**
 * Returns the hosts of a URL, the same object at each call, so that the process learns once which of them works.
 * @throws UserError where the URL cannot be understood; it is checked when the configuration is read
 */
export function hostsOf(url: string): Hosts {
  const hosts = known.get(url) ?? new Hosts(connectionTargets(url));
  known.set(url, hosts);
  return hosts;
}
