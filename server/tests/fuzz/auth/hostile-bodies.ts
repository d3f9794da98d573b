import * as fc from 'fast-check';
import { forwardedFor } from '../forwarding-headers.ts';
import type { Endpoint } from './endpoints.ts';
import { plausible, type Target } from './plausible.ts';

/** One attack on one endpoint. */
export interface Attack {
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Words that mean something to the service, in places where they may not. */
const words = [
  'email',
  'sms',
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email_change_new',
  'phone_change',
  'totp',
  'recovery_code',
  'phone',
  'webauthn',
  'google',
  'ethereum',
  'solana',
  's256',
  'plain',
  'global',
  'others',
  'none',
  '24h',
  'a'.repeat(43),
  'aaaaaaaaaaaa',
  'pkce_' + '0'.repeat(56),
  '123456',
  '15551234567',
  'someone@example.org',
  'SOMEONE@EXAMPLE.ORG ',
  'quite a fine passphrase',
  'https://a.preview.example.org/x',
  'javascript:alert(1)',
  '//evil.example.com',
  'http://[::1',
  '__proto__',
  'constructor',
  "'; drop table auth.users; --",
  '\u0000',
  '\ud800',
  '\u202e',
  '%00',
  '../../etc/passwd',
  '<script>',
  '-1',
  '1e309',
  '99999999999999999999',
  '00000000-0000-0000-0000-000000000000',
  `$2a$10$${'a'.repeat(53)}`,
];

const scalar = fc.oneof(
  { arbitrary: fc.constantFrom(...words), weight: 5 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
  { arbitrary: fc.string({ minLength: 200, maxLength: 2_000 }), weight: 1 },
  { arbitrary: fc.emailAddress(), weight: 1 },
);
const anything = fc.oneof(
  { arbitrary: scalar, weight: 8 },
  { arbitrary: fc.boolean(), weight: 1 },
  { arbitrary: fc.double(), weight: 1 },
  { arbitrary: fc.constant(null), weight: 1 },
  { arbitrary: fc.object({ maxDepth: 3, maxKeys: 4 }), weight: 2 },
  { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 1 },
);

/** Members that a valid body does not hold together. */
const rivals = [
  ['email', 'phone'],
  ['token_hash', 'token'],
  ['token_hash', 'email'],
  ['token_hash', 'phone'],
  ['token_hash', 'redirect_to'],
  ['password', 'password_hash'],
  ['provider_id', 'domain'],
];

/** A plausible body except for at most one member, because random bodies never reach deep code. */
function nearlyValid(members: readonly string[], target: Target): fc.Arbitrary<object> {
  const original = plausible(target);
  const record = Object.fromEntries(
    members.map((name) => [name, fc.option(original[name] ?? anything, { freq: 5, nil: undefined })]),
  );
  const order = fc.shuffledSubarray([...members], { minLength: members.length });
  const mutated = fc.option(fc.tuple(fc.constantFrom('', ...members), anything), { freq: 1 });
  return fc.tuple(fc.record(record), order, mutated).map(([body, first, change]) => {
    const kept = withoutRivals(body, first);
    return change && change[0] !== '' ? { ...kept, [change[0]]: change[1] } : kept;
  });
}

/** Of two conflicting members the first in `order` stays. A challenge needs its method. */
function withoutRivals(body: Readonly<Record<string, unknown>>, order: readonly string[]): object {
  const kept = new Set<string>();
  for (const name of order) {
    const others = rivals.filter((pair) => pair.includes(name)).flat();
    if (body[name] !== undefined && !others.some((other) => kept.has(other))) kept.add(name);
  }
  const challenge = ['code_challenge', 'code_challenge_method'];
  if (!challenge.every((name) => kept.has(name))) for (const name of challenge) kept.delete(name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => kept.has(name)));
}

const bodyOf = (members: readonly string[], target: Target): fc.Arbitrary<string | null> => {
  const record = Object.fromEntries(members.map((name) => [name, anything]));
  return fc.oneof(
    { arbitrary: nearlyValid(members, target).map((value) => JSON.stringify(value)), weight: 12 },
    { arbitrary: fc.record(record, { requiredKeys: [] }).map((value) => JSON.stringify(value)), weight: 12 },
    { arbitrary: fc.json({ maxDepth: 3 }), weight: 1 },
    { arbitrary: fc.string({ maxLength: 60 }), weight: 1 },
    { arbitrary: fc.constantFrom('', '[]', 'null', '{', '{"email":', '['.repeat(3_000)), weight: 1 },
  );
};

const queryOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, 'x'), scalar), { maxLength: names.length + 1 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
    );

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json;charset=UTF-8',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ),
    'x-supabase-api-version': fc.constantFrom('2024-01-01', 'x', ''),
    redirect_to: fc.constantFrom('https://evil.example.com', 'x'),
    referer: fc.constantFrom('https://evil.example.com/', ':'),
    'user-agent': fc.constantFrom('', 'x'.repeat(3_000)),
    'x-forwarded-for': forwardedFor,
  },
  { requiredKeys: ['content-type'] },
);

/** Attacks on one endpoint, with the credentials of the victim that the attacker holds. */
export function attacksOn(endpoint: Endpoint, target: Target): fc.Arbitrary<Attack> {
  const id = fc.oneof(
    fc.constantFrom(...target.ids),
    fc.uuid(),
    scalar.map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD';
  return fc
    .record({
      ids: fc.tuple(id, id),
      query: endpoint.query ? queryOf(endpoint.query) : fc.constant(''),
      body: hasBody ? bodyOf(endpoint.members, target) : fc.constant(null),
      headers,
    })
    .map(({ ids: [first, second], query, body, headers: sent }) => {
      const path = endpoint.path.replace(':id', first).replace(':id', second);
      const joined = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      return { path: joined, body: body === '' ? null : body, headers: sent };
    });
}
