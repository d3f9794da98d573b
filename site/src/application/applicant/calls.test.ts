import { expect, it, vi } from 'vitest';
import { callForOutcome, type Outcome } from './calls.ts';

const TOO_MANY = 'Too many applications came from your network. Please try again in 5 minutes.';
const invalid = { outcome: 'invalid', field: 'link' };

it.each<readonly [what: string, answer: () => Response | Promise<Response>, result: Outcome]>([
  [
    'an outcome',
    () => Response.json({ outcome: 'requested' }),
    { kind: 'answered', outcome: 'requested', field: null, data: { outcome: 'requested' } },
  ],
  ['an outcome with a field', () => Response.json(invalid), { kind: 'answered', ...invalid, data: invalid }],
  [
    'a refusal for some time',
    () => Response.json({ message: TOO_MANY }, { status: 429 }),
    { kind: 'later', message: TOO_MANY },
  ],
  ['an error of the server', () => Response.json(invalid, { status: 502 }), { kind: 'failed' }],
  ['an answer without an outcome', () => Response.json(null), { kind: 'failed' }],
  ['an unreadable answer', () => new Response('<html>'), { kind: 'failed' }],
  ['no answer', () => Promise.reject(new TypeError('network down')), { kind: 'failed' }],
])('returns the result of %s', async (_what, answer, result) => {
  vi.stubGlobal('fetch', async () => answer());
  expect(await callForOutcome('request_new_link', { email: 'sample@example.org' })).toEqual(result);
});
