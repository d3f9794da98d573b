import * as fc from 'fast-check';
import { encoded } from './queries.ts';
import { body, header } from './bodies-and-headers.ts';
import { functions, halfEncoded, relation, word } from './words.ts';
import { nearlyValid } from './nearly-valid.ts';

/** A request that no well-meaning client sends. */
export interface HostileRequest {
  readonly method: string;
  /** Below /rest/v1, percent-encoded as far as its author cared. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signedIn: boolean;
  /** A status that would be a fault, or null if only 5xx is. */
  readonly neverAnswered?: number | null;
}

const methods = ['HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'PROPFIND', 'TRACE'];

const noisy = fc.tuple(
  fc.oneof(
    { weight: 4, arbitrary: relation },
    { weight: 2, arbitrary: fc.constantFrom(...functions).map((name) => `rpc/${name}`) },
    { weight: 1, arbitrary: word },
  ),
  encoded,
);

/** Requests of all kinds, nearly valid ones, ones with one mistake, and noise. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant('GET') },
      { weight: 7, arbitrary: fc.constantFrom(...methods) },
    ),
    aim: fc.oneof({ weight: 3, arbitrary: nearlyValid }, { weight: 2, arbitrary: noisy }),
    headers: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(header, { maxLength: 3 }) },
    ),
    body,
    signedIn: fc.boolean(),
  })
  .map(({ method, aim: [target, query], headers, body: content, signedIn }) => ({
    method,
    path: `/${target.split('/').map(halfEncoded).join('/')}${query === '' ? '' : `?${query}`}`.slice(
      0,
      12_000,
    ),
    headers: withUndoing(method, headers),
    body: method === 'GET' || method === 'HEAD' ? null : content,
    signedIn,
  }));

/** Writes are rolled back, so that the next request finds the same rows. */
function withUndoing(
  method: string,
  headers: readonly (readonly [string, string])[],
): Record<string, string> {
  const all: Record<string, string> = {
    'content-type': 'application/json',
    'accept-profile': 'lab',
    'content-profile': 'lab',
  };
  let prefer = method === 'GET' ? 'handling=lenient' : 'tx=rollback';
  for (const [name, text] of headers) {
    if (name === 'prefer') prefer += `, ${text}`;
    else all[name] = text;
    if (name === 'accept-profile') all['content-profile'] = text;
  }
  return { ...all, prefer };
}
