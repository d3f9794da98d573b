import { lookup as lookupBySystem, type LookupAddress, Resolver } from 'node:dns';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

// Not imported, because that loads `fetch`.
const { request: requestClear } = process.getBuiltinModule('node:http');

/** A name server that is silent is asked twice. */
const NAME_SERVER = { timeout: 2_000, tries: 2 };

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Like `fetch`, for addresses of other services, without following redirects. `fetch` resolves names by the system,
 * which holds a thread of the process until it ends. Names whose servers are silent would hold up all others, the
 * database's included. @throws Error without an answer, or at a redirect if `redirect` is 'error'
 */
export async function outgoingFetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
  // The signal of a Request is held weakly, and would be gone before it aborts the body.
  const { redirect = 'error', signal: callerSignal, ...rest } = init;
  const signal = callerSignal ?? new AbortController().signal;
  const prepared = new Request(address, rest);
  const body = Buffer.from(await prepared.arrayBuffer());
  const lookup = lookupUntil(signal);
  const headers = Object.fromEntries(prepared.headers);
  if (prepared.body !== null) headers['content-length'] = String(body.length);
  const send = new URL(prepared.url).protocol === 'http:' ? requestClear : requestSecure;
  return new Promise((resolve, reject) => {
    const outgoing = send(prepared.url, { method: prepared.method, headers, signal, lookup }, (incoming) => {
      const { statusCode: status = 0 } = incoming;
      if (redirect === 'error' && status >= 300 && status < 400 && incoming.headers.location) {
        outgoing.destroy(new Error('it redirects, and redirects are not followed'));
        return;
      }
      const stream = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream);
      if (stream === null) incoming.resume();
      resolve(new Response(stream, { status, headers: headersOf(incoming.rawHeaders) }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  return headers;
}

/**
 * Resolves a name with the name servers until `signal` aborts. The system resolves names without a dot, and those that
 * no name server knows, because they may be in /etc/hosts or a search domain. It answers those at once.
 */
export const lookupUntil =
  (signal: AbortSignal, servers?: readonly string[]): LookupFunction =>
  (host, options, done) => {
    if (!/\w\.\w/.test(host)) return lookupBySystem(host, options, done);
    const resolver = new Resolver(NAME_SERVER);
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const found: LookupAddress[] = [];
    const failures: NodeJS.ErrnoException[] = [];
    let missing = 2;
    const take = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: string[]) => {
      if (error) failures.push(error);
      else found.push(...addresses.map((address) => ({ address, family })));
      if ((missing -= 1) > 0) return;
      signal.removeEventListener('abort', cancel);
      found.sort((a, b) => a.family - b.family);
      if (found[0] && options.all) return done(null, found);
      if (found[0]) return done(null, found[0].address, found[0].family);
      const isUnknown = failures.every(({ code }) => code === 'ENOTFOUND' || code === 'ENODATA');
      if (isUnknown) lookupBySystem(host, options, done);
      else done(failures[0]!, []);
    };
    resolver.resolve4(host, take(4));
    resolver.resolve6(host, take(6));
  };
