import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { forwardedFor } from '../forwarding-headers.ts';
import { inTurns, placesOf, type WholeRequest, withMutation } from '../mutated-values.ts';
import type { Endpoint, Target, ValidRequest } from './endpoints.ts';

/** A request of an attacker. */
export interface Attack {
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** An attack on an endpoint whose person is chosen later. */
export interface AimedAttack {
  readonly endpoint: Endpoint;
  readonly aimedAt: (target: Target) => Attack;
}

/** Yields every value of every valid request with every replacement, in rounds. `target` shows the values. */
export function* mutatedRequests(
  chosen: readonly Endpoint[],
  target: Target,
  seed: number,
): Generator<AimedAttack> {
  const places = chosen.flatMap((endpoint) =>
    endpoint.requests(target).flatMap((request, variant) => {
      const more = variant === 0 ? membersOf(endpoint, target) : [];
      return placesOf(whole(endpoint, request), more).map((place) => ({ endpoint, variant, place }));
    }),
  );
  for (const { endpoint, variant, place, mutation } of inTurns(places, seed)) {
    yield {
      endpoint,
      aimedAt: (aim) => ({
        ...withMutation(whole(endpoint, endpoint.requests(aim)[variant]!), place, mutation),
        // Each from another network, because the hashing queue lets a flood of one rest.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': randomAddress() },
      }),
    };
  }
}

const randomAddress = () => `198.${randomInt(256)}.${randomInt(256)}.1`;

/** An id that a request leaves open leads nowhere. */
function whole({ path }: Endpoint, { ids = [], query = {}, body }: ValidRequest): WholeRequest {
  const all = [...path.matchAll(/:id/g)].map((_, index) => ids[index] ?? crypto.randomUUID());
  return { path, ids: all, query, body: body ?? null };
}

/** Names of members that the body of an endpoint may have. */
const membersOf = ({ requests }: Endpoint, target: Target): string[] => [
  ...new Set(requests(target).flatMap(({ body = {} }) => Object.keys(body))),
];

/** Words that mean something to the service, in places where they may not. */
const words = [
  'email',
  'sms',
  'signup',
  'recovery',
  'email_change_new',
  'phone_change',
  'totp',
  'recovery_code',
  'webauthn',
  'google',
  'solana',
  's256',
  'global',
  'others',
  'none',
  '24h',
  'aaaaaaaaaaaa',
  'pkce_' + '0'.repeat(56),
  '123456',
  '15551234567',
  'SOMEONE@EXAMPLE.ORG ',
  'quite a fine passphrase',
  'javascript:alert(1)',
  '//evil.example.com',
  'http://[::1',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
];

const text = fc.oneof(
  { arbitrary: fc.constantFrom(...words), weight: 5 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
  { arbitrary: fc.string({ minLength: 200, maxLength: 2_000 }), weight: 1 },
);

/** A text, or the place of one that the attacker knows of a target. */
const known = fc.oneof(
  text.map((word) => () => word),
  fc.nat().map((count) => ({ ids, guarded }: Target) => {
    const all = [...ids, guarded.email, guarded.credentialId];
    return all[count % all.length]!;
  }),
);
const anything = fc.oneof(
  { arbitrary: known, weight: 4 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => () => value), weight: 2 },
  { arbitrary: fc.constant(() => undefined), weight: 1 },
);

const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded'),
    'x-supabase-api-version': fc.constantFrom('2024-01-01', 'x', ''),
    redirect_to: fc.constantFrom('https://evil.example.com', 'x'),
    referer: fc.constantFrom('https://evil.example.com/', ':'),
    'user-agent': fc.constantFrom('', 'x'.repeat(3_000)),
    'x-forwarded-for': forwardedFor,
  },
  { requiredKeys: ['content-type'] },
);

const brokenBodies = ['[]', 'null', '{', '{"email":', '['.repeat(3_000)];

/** Random attacks: valid requests with several members, query parameters, ids and headers replaced, or no JSON at all. */
export const randomAttacks = (chosen: readonly Endpoint[]): fc.Arbitrary<AimedAttack> =>
  fc
    .record({
      endpoint: fc.constantFrom(...chosen),
      variant: fc.nat(),
      changes: fc.array(fc.tuple(fc.nat(), anything), { maxLength: 4 }),
      broken: fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, fc.constantFrom(...brokenBodies)),
      ids: fc.array(fc.option(known, { freq: 1 }), { minLength: 2, maxLength: 2 }),
      sent: headers,
    })
    .map(({ endpoint, variant, changes, broken, ids, sent }) => ({
      endpoint,
      aimedAt: (target) => {
        const variants = endpoint.requests(target);
        const request = whole(endpoint, variants[variant % variants.length]!);
        const names = endpoint.method === 'GET' ? Object.keys(request.query) : membersOf(endpoint, target);
        const changed = Object.fromEntries(
          names.length > 0 ? changes.map(([at, value]) => [names[at % names.length]!, value(target)]) : [],
        );
        const body = request.body && JSON.stringify({ ...request.body, ...changed });
        const query = new URLSearchParams(request.query);
        for (const [name, value] of Object.entries(body ? {} : changed))
          query.set(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
        const path = request.ids.reduce(
          (left, id, index) => left.replace(':id', encode(ids[index]?.(target) ?? id)),
          request.path,
        );
        const joined = `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
        return { path: joined, body: body && (broken ?? body), headers: sent };
      },
    }));

const encode = (plain: string): string => encodeURIComponent(plain.toWellFormed());
