import { type ConnectionTargets, connectionTargets } from '../../configuration/connection-url.ts';

/** How to reach one of the hosts that a URL names: options for the driver. */
export interface Host {
  readonly connectionString: string;
  readonly connectionTimeoutMillis: number;
}

/** After so long a host that failed is drawn again, where hosts are drawn by lot. */
const AVOIDED_FOR_MS = 30_000;

/**
 * The hosts that a URL names, shared by the connections made with it: what one finds out about a host serves the next. The
 * first is tried until it fails, then the next until that fails, and so on around.
 */
export class Hosts {
  /** How many there are. */
  readonly size: number;
  readonly #isRandom: boolean;
  /** The next to try comes first; one that failed goes to the end. */
  #queue: readonly Host[];
  readonly #failedAt = new WeakMap<Host, number>();

  constructor({ urls, isRandom, timeoutMs }: ConnectionTargets) {
    this.#queue = urls.map((connectionString) => ({ connectionString, connectionTimeoutMillis: timeoutMs }));
    this.size = urls.length;
    this.#isRandom = isRandom;
  }

  /** The host to try next. */
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
 * The hosts of a URL: the same ones at each call, so that the process learns once which of them is well.
 * @throws UserError where the URL cannot be understood; it is checked when the configuration is read
 */
export function hostsOf(url: string): Hosts {
  const hosts = known.get(url) ?? new Hosts(connectionTargets(url));
  known.set(url, hosts);
  return hosts;
}
